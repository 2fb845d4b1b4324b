-- A reminder before a first charge was named by the plan as well. Those that went keep who had one
-- from getting another; one that still waits has a job under its name.
UPDATE outgoing_emails SET cause = substring(cause FROM '^trial-ending:[^:]+:[0-9]+') WHERE cause IN (
  SELECT max(cause) FROM outgoing_emails
  WHERE template = 'trial-ending' AND sent_at IS NOT NULL
  GROUP BY substring(cause FROM '^trial-ending:[^:]+:[0-9]+')
);
