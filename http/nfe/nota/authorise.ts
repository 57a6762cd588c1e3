import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { placeOfKey } from '../../../core/fiscal/services/authoriser'
import type { Protocol, QueryAnswer } from '../../../core/fiscal/services/answers'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { exchange, type Asked, type Sent, type Work } from '../../platform/exchange/exchange'
import { CallFailed } from '../../platform/outside/call'
import { authorise, query, receipt } from '../sefaz/client'
import type { SefazAt } from '../sefaz/soap-call'
import { noteAnswer, type NoteAnswer } from './answer'
import { sefazAt, TIMEOUT_MS } from './sefaz-at'
import { settleNote } from './settle'

const ATTEMPTS = 14
/** Notes of a company that are under way at a time: their order means nothing to the authority. */
const LANES = 2
const HOUR_S = 3_600
const MINUTE_S = 60

const data = v.object({
  chNFe: v.string(),
  chaves: v.array(v.string()),
  digVal: v.string(),
  /** Of a note that another took the place of: it is asked for, and never sent again. */
  soPergunta: v.optional(v.boolean(), false),
})

/** Notes on their way to be authorised. What got no answer is asked for by its key, at the authority that the key names, before anything is sent again. */
export const authorisesNote = exchange('sefaz.nota', {
  title: 'Nota fiscal',
  timeoutMs: TIMEOUT_MS,
  attempts: ATTEMPTS,
  atOnce: 8,
  answer: noteAnswer,
  shownAs: 'nfe',
  send,
  ask,
  settle: (ctx, request, answer) => settleNote(ctx, Number(request.registro_id), answer, request.corpo),
})

async function send(work: Work): Promise<Sent<NoteAnswer>> {
  const { chNFe, chaves, digVal, soPergunta } = v.parse(data, work.request.dados)
  if (soPergunta) return { answer: await standing(work) }
  const at = await sefazAt(work, placeOfKey(chNFe, tpAmbIn(work.request.corpo)))
  const { answer } = await authorise(at, { idLote: String(work.request.id), notes: [work.request.corpo] })
  const status = Number(answer.cStat)
  if (answer.cStat === '108' || answer.cStat === '109') return { again: told(answer), waitS: MINUTE_S, status }
  if (answer.cStat === '656') return { again: told(answer), waitS: HOUR_S, status }
  const protocol = (answer.cStat === '103' ? await worked(at, answer.nRec) : answer.protocols).find(
    (one) => one.chNFe === chNFe,
  )
  // What is still being looked at, or failed inside the authority, is asked for by its key.
  if (isOpen(protocol?.cStat ?? answer.cStat)) throw new CallFailed(told(protocol ?? answer))
  if (!protocol) return { answer: refusal(answer, chNFe), status }
  if (protocol.cStat === '204' || /^30[1-3]$/.test(protocol.cStat) || protocol.cStat === '539') {
    const known = await anyOf(at, chaves, digVal)
    return { answer: known ?? refusal(protocol, chNFe), status: Number(protocol.cStat) }
  }
  return { answer: judged(protocol, digVal), status: Number(protocol.cStat) }
}

const PAUSE_MS = 2_000
const QUESTIONS = 4

/** What came of a lot that is answered by a receipt, where it is ready soon. Later it is asked for by the key, like anything that got no answer. */
async function worked(at: SefazAt, nRec: string | null): Promise<readonly Protocol[]> {
  if (nRec === null) return []
  for (let question = 0; question < QUESTIONS; question++) {
    await Bun.sleep(PAUSE_MS)
    const { answer } = await receipt(at, nRec)
    if (answer.cStat !== '105') return answer.protocols
  }
  return []
}

async function ask(work: Work): Promise<Asked<NoteAnswer>> {
  const answer = await standing(work)
  const { soPergunta } = v.parse(data, work.request.dados)
  return answer.became === 'ausente' && !soPergunta ? { unknown: true, status: Number(answer.cStat) } : { answer }
}

/** 217: nothing is known of the key; 124: its EPEC alone. */
const ABSENT: ReadonlySet<string> = new Set(['217', '124'])

/** How a note stands at the authority that its key names. Throws CallFailed where that tells nothing final. */
async function standing(work: Work): Promise<NoteAnswer> {
  const { chNFe, digVal } = v.parse(data, work.request.dados)
  const at = await sefazAt(work, placeOfKey(chNFe, tpAmbIn(work.request.corpo)))
  const { answer } = await query(at, chNFe)
  if (ABSENT.has(answer.cStat)) return { ...bare(answer, chNFe), became: 'ausente' }
  const known = fromQuery(answer, chNFe, digVal)
  if (!known) throw new CallFailed(told(answer))
  return known
}

/** Of all keys that this number was ever sent under, the one that the authority has. */
async function anyOf(at: SefazAt, keys: readonly string[], digVal: string): Promise<NoteAnswer | undefined> {
  for (const key of keys) {
    const { answer } = await query(at, key)
    const known = fromQuery(answer, key, digVal)
    if (known) return known
  }
  return undefined
}

/** What a query tells of a note, where it tells something final. */
export function fromQuery(answer: QueryAnswer, chNFe: string, digVal: string): NoteAnswer | undefined {
  const { cStat, xMotivo, protocol } = answer
  if (cStat === '101' || cStat === '151' || cStat === '155')
    return { ...bare({ cStat, xMotivo }, chNFe), became: 'cancelada', ...of(protocol) }
  if (/^(?:110|205|30[1-3])$/.test(cStat))
    return { ...bare({ cStat, xMotivo }, chNFe), became: 'denegada', ...of(protocol) }
  if ((cStat === '100' || cStat === '150') && protocol) return judged(protocol, digVal)
  return undefined
}

/** Codes that say nothing of a document: it may be taken or not. */
const isOpen = (cStat: string): boolean => ['103', '105', '999', ''].includes(cStat)

const told = ({ cStat, xMotivo }: { readonly cStat: string; readonly xMotivo: string }): string =>
  `${cStat} · ${xMotivo}`

const bare = ({ cStat, xMotivo }: { readonly cStat: string; readonly xMotivo: string }, chNFe: string) => ({
  cStat,
  xMotivo: xMotivo.slice(0, 500),
  chNFe,
  nProt: null,
  dhRecbto: null,
  protNFe: null,
})

const of = (protocol: Protocol | null) =>
  protocol ? { nProt: protocol.nProt, dhRecbto: protocol.dhRecbto, protNFe: protocol.xml } : {}

const refusal = (outcome: { readonly cStat: string; readonly xMotivo: string }, chNFe: string): NoteAnswer => ({
  ...bare(outcome, chNFe),
  became: 'rejeitada',
})

/** A protocol about our bytes: authorised, or refused. Authorised with another digest it is not of our note. */
function judged(protocol: Protocol, digVal: string): NoteAnswer {
  const told = { ...bare(protocol, protocol.chNFe), ...of(protocol) }
  if (protocol.cStat !== '100' && protocol.cStat !== '150') return { ...told, became: 'rejeitada' }
  return { ...told, became: protocol.digVal === null || protocol.digVal === digVal ? 'autorizada' : 'estranha' }
}

const tpAmbIn = (xml: string): '1' | '2' => (xml.includes('<tpAmb>1</tpAmb>') ? '1' : '2')

/** The digest that our signature is of. */
export const digestIn = (signed: string): string => /<DigestValue>([^<]+)<\/DigestValue>/.exec(signed)?.[1] ?? ''

interface Signed {
  readonly id: number
  readonly empresa_id: number
  readonly chNFe: string
  readonly signed: string
}

/** Stores signed notes to be sent after the commit; every signing is a request of its own. */
export async function queueNotes(ctx: Ctx, notes: readonly Signed[]): Promise<void> {
  if (notes.length === 0) return
  const signings = await rowsOf(
    ctx,
    sql`select nfe_id, "chNFe" from nfe_xml where nfe_id = any (${intArray(notes.map(({ id }) => id))}::int[]) and tipo = 'assinada'`,
  )
  const keysOf = Map.groupBy(signings, ({ nfe_id }) => Number(nfe_id))
  await authorisesNote.queue(
    ctx,
    notes.map(({ id, empresa_id, chNFe, signed }) => {
      const keys = (keysOf.get(id) ?? []).map((row) => String(row.chNFe))
      return {
        empresa_id,
        chave: `nfe-${id}-${keys.length}`,
        assunto: `Nota ${Number(chNFe.slice(25, 34))} da série ${Number(chNFe.slice(22, 25))}`,
        para: 'SEFAZ',
        corpo: signed,
        fila: `nfe-${empresa_id}-${id % LANES}`,
        recurso: 'nfe',
        registro_id: id,
        dados: { chNFe, chaves: [...new Set([chNFe, ...keys])], digVal: digestIn(signed) },
      }
    }),
  )
}
