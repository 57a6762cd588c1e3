import type { ShownQuote } from '../../../core/quotes/revision'
import { changesBetween } from '../../../core/quotes/revision'
import * as v from 'valibot'
import type { Ctx } from '../../platform/context'
import { notFound } from '../../platform/errors'
import { insertRows, loadWhere } from '../../platform/engine/write'
import type { RecordOf } from '../../platform/resource'
import { loadDocuments, type PrintedDocument } from '../../relatorios/document'
import { selling } from '../print'
import { orcamento, orcamentoRevisao } from './orcamento'

/** What is told of a quote's head to its customer as a part of what is offered. */
const OFFERED = new Set(['Válido até', 'Entrega', 'Transportadora'])

const fact = v.tuple([v.string(), v.string()])
const line = v.object({
  code: v.string(),
  description: v.string(),
  unit: v.string(),
  quantity: v.string(),
  price: v.string(),
  total: v.string(),
})
const instalment = v.object({ n: v.string(), due: v.string(), method: v.string(), amount: v.string() })
const shown = v.object({
  facts: v.array(fact),
  lines: v.array(line),
  totals: v.array(fact),
  instalments: v.array(instalment),
  notes: v.string(),
})

type Revision = RecordOf<typeof orcamentoRevisao>

/** What a stored revision showed. */
export const contentOf = ({ conteudo }: Revision): ShownQuote => v.parse(shown, conteudo)

/** What a quote offers as it is now: of its print what its customer has to agree to. */
export const offerOf = (one: PrintedDocument): ShownQuote =>
  v.parse(shown, { ...one, facts: one.facts.filter(([label]) => OFFERED.has(label)) })

/** A quote as its print has it. Throws 404. */
export async function printedQuote(ctx: Ctx, id: number): Promise<PrintedDocument> {
  const [one] = await loadDocuments(ctx, selling(orcamento), [id])
  if (!one) throw notFound()
  return one
}

/** What was shown of a quote so far, the oldest first. */
export async function revisionsOf(ctx: Ctx, id: number): Promise<Revision[]> {
  return (await loadWhere(ctx, orcamentoRevisao, 'orcamento_id', [id])).toSorted((a, b) => a.n - b.n)
}

/** What was shown so far, the last of which shows what the quote offers now: a new one where none was shown yet or something else was. The quote is locked by the caller. */
export async function revisionNow(
  ctx: Ctx,
  { id, empresa_id }: { readonly id: number; readonly empresa_id: number },
  offer: ShownQuote,
): Promise<readonly Revision[]> {
  const revisions = await revisionsOf(ctx, id)
  const last = revisions.at(-1)
  if (last && changesBetween(contentOf(last), offer).length === 0) return revisions
  const n = (last?.n ?? 0) + 1
  const made = await insertRows(ctx, orcamentoRevisao, [{ orcamento_id: id, empresa_id, n, conteudo: offer }])
  return [...revisions, ...made]
}
