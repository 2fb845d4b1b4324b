-- Months and days are those of London, whatever the zone of the session.
CREATE OR REPLACE FUNCTION london_month(moment timestamptz) RETURNS text LANGUAGE sql STABLE
RETURN to_char(moment AT TIME ZONE 'Europe/London', 'YYYY-MM');

CREATE OR REPLACE FUNCTION london_day(moment timestamptz) RETURNS text LANGUAGE sql STABLE
RETURN (moment AT TIME ZONE 'Europe/London')::date::text;
