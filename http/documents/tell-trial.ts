import type { Ctx } from '../platform/context'
import { formatCurrency } from '../../core/br/number'
import { changes as fieldChanges, type AuditEntry } from '../platform/engine/audit'
import type { Row } from '../platform/resource'
import { type Effect, type Effects, tellsTrials, type Trial } from '../platform/trial'
import { LEDGERS } from './ledgers'
import { named } from './undo'

/** Tells what a trial did: each ledger its own figures, what became of documents, and what would be said to others. Called once. */
export function watchTrials(): void {
  tellsTrials(async (ctx, trial) => ({
    ...(await postings(ctx, trial)),
    documentos: documents(trial),
    avisos: trial.notes,
    mensagens: trial.messages.map((one) => ({ ...one, frase: `Avisa por ${one.meio}: ${one.assunto} · ${one.para}.` })),
  }))
}

async function postings(ctx: Ctx, { posted }: Trial): Promise<Effects> {
  const told: [string, readonly Effect[]][] = []
  for (const { name, tell } of LEDGERS) {
    const own = posted.filter((one) => one.ledger === name)
    told.push([name, own.length === 0 ? [] : await tell(ctx, own)])
  }
  return Object.fromEntries(told)
}

type Fate = 'gera' | 'altera' | 'reabre' | 'cancela' | 'exclui'
const WORDS: Readonly<Record<Fate, string>> = {
  gera: 'Gera',
  altera: 'Altera',
  reabre: 'Reabre',
  cancela: 'Cancela',
  exclui: 'Exclui',
}

/** Lines tell themselves by their document, titles by their ledger. */
function documents({ changes }: Trial): Effect[] {
  const booked = new Set(LEDGERS.flatMap((one) => one.balances.map(({ table }) => table)))
  const heads = changes.filter(({ resource }) => !resource.parent && !booked.has(resource))
  const byRecord = Map.groupBy(heads, ({ resource, record }) => `${resource.name} ${Number(record.id)}`)
  return [...byRecord.values()].flatMap((entries) => {
    const [first, last] = [entries[0], entries.at(-1)]
    return first && last ? [documentTold({ ...last, before: first.before }, entries)] : []
  })
}

function documentTold(whole: AuditEntry, entries: readonly AuditEntry[]): Effect {
  const { resource, record, before } = whole
  const acao = fateOf(whole, entries)
  const isNew = acao === 'gera'
  const worth = isNew && typeof record.vTotal === 'string' ? ` de ${formatCurrency(record.vTotal)}` : ''
  return {
    frase: `${WORDS[acao]} ${isNew ? resource.title : named(resource, record.id)}${worth}.`,
    acao,
    recurso: resource.name,
    // The number that it got here goes back with it: it will have another.
    id: isNew ? null : Number(record.id),
    campos: isNew || acao === 'exclui' ? [] : fieldChanges(resource, before, record),
  }
}

function fateOf({ resource, record, before }: AuditEntry, entries: readonly AuditEntry[]): Fate {
  if (entries.some((one) => one.acao === 'delete')) return 'exclui'
  if (before === undefined) return 'gera'
  if (!before.dhCancelamento && record.dhCancelamento) return 'cancela'
  return wasReset(resource.fields, before, record) ? 'reabre' : 'altera'
}

/** A date of its life that is empty again. */
const wasReset = (fields: AuditEntry['resource']['fields'], before: Row, now: Row): boolean =>
  Object.entries(fields).some(
    ([name, { meta }]) => meta.kind === 'datetime' && meta.computed && before[name] && now[name] === null,
  )
