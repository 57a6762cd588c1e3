import type { Row, WebhookEvent } from './event'
import { comercial } from './events/comercial'
import { estoque } from './events/estoque'
import { financeiro } from './events/financeiro'
import { servico } from './events/servico'

/** Every event, in the order in which people choose: each area has its own list (`events/`). */
export const WEBHOOK_EVENTS: readonly WebhookEvent[] = [...comercial, ...estoque, ...financeiro, ...servico]

const byResource = Map.groupBy(
  WEBHOOK_EVENTS.flatMap((event) => event.resources.map((resource) => ({ resource, event }))),
  ({ resource }) => resource,
)

/** What a change of a record means to other systems; nothing for most. */
export function eventsOf(resource: string, before: Row | undefined, after: Row): readonly WebhookEvent[] {
  return (byResource.get(resource) ?? []).map(({ event }) => event).filter((event) => event.happened(before, after))
}

/** True for the name of an event. */
export const isEvent = (type: string): boolean => WEBHOOK_EVENTS.some((event) => event.type === type)

/** What people call an event; a test of a webhook is one that nothing happens for. */
export const eventLabel = (type: string): string =>
  WEBHOOK_EVENTS.find((event) => event.type === type)?.label ?? (type === 'TESTE' ? 'Teste' : type)
