import { sql } from 'drizzle-orm'
import type { AgentPaperState, FromServer } from '../../../core/agent'
import type { PrintState } from '../../../core/fields/sis/agente'
import { tellAllChanged, tellChanged } from '../../platform/changed'
import { rowsOf } from '../../platform/context'
import type { Database } from '../../platform/locks'
import { agenteImpressao } from './agente'

/** Papers on their way to an agent, as its socket asks for them and tells of them. */

/** How the agent knows a paper: each reprint is a new one to it, so that what comes twice is known by its number. */
export const jobOf = (id: number, vez: number): string => `srv-${id}-${vez}`

function readJob(job: string): { readonly id: number; readonly vez: number } | undefined {
  const [, id, vez] = /^srv-(\d{1,9})-(\d{1,9})$/.exec(job) ?? []
  return id === undefined || vez === undefined ? undefined : { id: Number(id), vez: Number(vez) }
}

/** Papers that an agent is asked after at once. */
export const MOST_TAKEN = 1_000

/** Papers that an agent took and has not told the end of; it is asked of each when it comes. */
export async function takenBy(db: Database, agente: number): Promise<string[]> {
  const rows = await rowsOf(
    { db },
    sql`select id, vez from agente_impressao where agente_id = ${agente} and situacao = 'enviada' order by id limit ${MOST_TAKEN}`,
  )
  return rows.map(({ id, vez }) => jobOf(Number(id), Number(vez)))
}

/** A paper as it is handed out. */
type PaperOut = FromServer & { readonly tipo: 'imprime' }

/** The next paper that waits for an agent, in the order in which they were asked for. */
export async function nextPaper(db: Database, agente: number): Promise<PaperOut | undefined> {
  const [row] = await rowsOf(
    { db },
    sql`select id, vez, impressora, arquivo, bartender, conteudo from agente_impressao
        where agente_id = ${agente} and situacao = 'aguarda' order by id limit 1`,
  )
  return (
    row && {
      tipo: 'imprime',
      trabalho: jobOf(Number(row.id), Number(row.vez)),
      impressora: String(row.impressora),
      arquivo: String(row.arquivo ?? ''),
      bartender: String(row.bartender ?? ''),
      conteudo: String(row.conteudo),
    }
  )
}

/** What is kept where the agent says this of a paper. */
const BECOMES: ReadonlyMap<AgentPaperState, PrintState> = new Map([
  ['na_fila', 'enviada'],
  ['enviando', 'enviada'],
  ['impressa', 'impressa'],
  ['cancelada', 'cancelada'],
  ['recusada', 'falhou'],
])

const WHY: Partial<Readonly<Record<AgentPaperState, string>>> = {
  duvida: 'O agente parou enquanto imprimia: veja se o papel saiu.',
  desconhecida: 'O agente não conhece mais esta impressão: veja se o papel saiu.',
}

/**
 * Keeps where an agent says that a paper of its stands. What came out is told even of one that was cancelled meanwhile. False where the paper is not waiting for an end any
 * more: it was cancelled, or printed anew.
 */
export async function settlePaper(
  db: Database,
  agente: number,
  { trabalho, situacao, motivo }: { trabalho: string; situacao: AgentPaperState; motivo?: string | undefined },
): Promise<boolean> {
  const paper = readJob(trabalho)
  if (!paper) return false
  // Whatever else is said of it: nobody knows whether it came out.
  const state = BECOMES.get(situacao) ?? 'duvida'
  const why = motivo ?? WHY[situacao] ?? null
  const ended = state !== 'enviada'
  const open = situacao === 'impressa' ? ['aguarda', 'enviada', 'cancelada'] : ['aguarda', 'enviada']
  const rows = await rowsOf(
    { db },
    sql`update agente_impressao set situacao = ${state}, motivo = ${why}, "dhFim" = case when ${ended} then now() end, versao = versao + 1
        where id = ${paper.id} and vez = ${paper.vez} and agente_id = ${agente} and situacao = any (${`{${open.join(',')}}`}::text[])
          and (situacao, motivo) is distinct from (${state}::text, ${why}::text) returning id`,
  )
  if (rows.length > 0) {
    await tellChanged(db, agenteImpressao, paper.id)
    return true
  }
  const [still] = await rowsOf({ db }, sql`select situacao, vez from agente_impressao where id = ${paper.id}`)
  return still?.situacao === state && Number(still.vez) === paper.vez
}

/** Of an agent that is gone for good: what waits is cancelled, what it took is in doubt. */
export async function abandonPapers(db: Database, agente: number): Promise<void> {
  const rows = await rowsOf(
    { db },
    sql`update agente_impressao set situacao = case situacao when 'aguarda' then 'cancelada' else 'duvida' end,
          motivo = 'O agente foi revogado.', "dhFim" = now(), versao = versao + 1
        where agente_id = ${agente} and situacao in ('aguarda', 'enviada') returning id`,
  )
  await tellAllChanged(
    db,
    agenteImpressao,
    rows.map(({ id }) => Number(id)),
  )
}
