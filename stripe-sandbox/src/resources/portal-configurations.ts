import { url } from '../http/contact-params.ts';
import { invalid } from '../http/errors.ts';
import type { Raw } from '../http/form.ts';
import { equal, page, paging } from '../http/list.ts';
import { flag, hash, ignored, metadata, required, text } from '../http/params.ts';
import { route } from '../http/route.ts';
import { defaultFeatures, newPortalConfiguration } from '../shapes/portal.ts';
import type { Doc } from '../store/documents.ts';
import type { Work } from '../work/work.ts';
import { mergeMetadata } from './updates.ts';

type Configuration = Doc<'billing_portal.configuration'>;

const path = '/v1/billing_portal/configurations';
const profile = hash({ headline: text, privacy_policy_url: url, terms_of_service_url: url });
const fields = {
  business_profile: profile,
  default_return_url: url,
  login_page: ignored,
  metadata,
  name: text,
};

/** Lays sent features over known ones: texts that read as booleans become booleans. */
function mergeFeatures<T>(known: T, sent: Raw): T {
  if (typeof sent !== 'object' || Array.isArray(sent)) return typed(sent) as T;
  const base = (known ?? {}) as Record<string, unknown>;
  const names = Object.entries(sent).map(([name, raw]) => [name, mergeFeatures(base[name], raw)]);
  return { ...base, ...Object.fromEntries(names) };
}

function typed(raw: Raw): unknown {
  if (Array.isArray(raw)) return raw.map(typed);
  if (typeof raw === 'object') return mergeFeatures({}, raw);
  if (raw === 'true' || raw === 'false') return raw === 'true';
  return raw === '' ? null : raw;
}

/** The configuration sessions use when none is named; made on first use. */
export function defaultConfiguration(work: Work): Configuration {
  const [known] = work.store.all('billing_portal.configuration', equal('is_default', true));
  if (known) return known;
  const made = newPortalConfiguration(work.now(), { is_default: true });
  work.save('billing_portal.configuration', made);
  return made;
}

/** https://docs.stripe.com/api/customer_portal/configurations */
export const portalConfigurationRoutes = [
  route('POST', path, { ...fields, features: required(ignored) }, (work, params) => {
    const { features, business_profile, login_page, ...given } = params;
    const blank = newPortalConfiguration(work.now(), {});
    const configuration: Configuration = {
      ...blank,
      ...mergeMetadata(blank, given),
      features: mergeFeatures(defaultFeatures(), features),
      business_profile: { ...blank.business_profile, ...business_profile },
    };
    return work.add(
      'billing_portal.configuration',
      configuration,
      'billing_portal.configuration.created',
    );
  }),
  route('GET', `${path}/:id`, {}, (work, _, id) => work.get('billing_portal.configuration', id)),
  route(
    'POST',
    `${path}/:id`,
    { ...fields, active: flag, features: ignored },
    (work, params, id) => {
      const { features, business_profile, login_page, ...given } = params;
      const known = work.get('billing_portal.configuration', id);
      if (known.is_default && given.active === false) {
        throw invalid('You cannot deactivate the default configuration.', 'active');
      }
      const changes = {
        ...mergeMetadata(known, given),
        ...(features && { features: mergeFeatures(known.features, features) }),
        business_profile: { ...known.business_profile, ...business_profile },
        updated: work.now(),
      };
      const event = 'billing_portal.configuration.updated';
      return work.change('billing_portal.configuration', id, changes, event);
    },
  ),
  route('GET', path, { ...paging, active: flag, is_default: flag }, (work, params) => {
    const filters = [...equal('active', params.active), ...equal('is_default', params.is_default)];
    return page(work, 'billing_portal.configuration', params, filters, path);
  }),
];
