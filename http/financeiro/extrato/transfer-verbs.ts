import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { addDays } from '../../../core/br/civil-date'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { load } from '../../platform/engine/write'
import { badRequest, notFound } from '../../platform/errors'
import { identifier } from '../../platform/inputs'
import { assertMay } from '../../platform/rights'
import { banco, caixaLancamento } from '../caixa'
import { postTransfer } from '../transferencia'
import { extratoBanco, type StatementLineRecord } from './extrato'
import { holdPending, link, restOf } from './links'
import { linesAnswer } from './settle-inputs'

/** Lines that are transfers between accounts of the company. */

/** Days that a transfer in cash may be from its line. */
const TRANSFER_WITHIN = 7

interface Transfer {
  readonly line: StatementLineRecord
  /** The other account, and its line where it is told. */
  readonly to: number
  readonly end: StatementLineRecord | undefined
}

/** The transfer between two accounts that cash has already and that waits for these lines, the nearest; undefined where there is none. */
async function waitingTransfer(ctx: Ctx, { line, to, end }: Transfer): Promise<number | undefined> {
  const moved = (id: number) => sql`coalesce(sum(c."vLancamento") filter (where c.banco_id = ${id}), 0)`
  const rest = (id: number) =>
    sql`${moved(id)} - coalesce((select sum(v.valor) from extrato_vinculo v where v.lancamento_id = c.lancamento_id and v.banco_id = ${id} and v."dhDesfeito" is null), 0)`
  const amount = restOf(line)
  const other = end ? rest(to) : moved(to)
  const [row] = await rowsOf(
    ctx,
    sql`select c.lancamento_id as id from caixa_lancamento c join lancamento n on n.id = c.lancamento_id
        where n.passo = 'transferencia' and n."dhDesfeito" is null and c.banco_id in (${line.banco_id}, ${to})
          and c."dMovimento" between ${addDays(line.dMovimento, -TRANSFER_WITHIN)}::date and ${addDays(line.dMovimento, TRANSFER_WITHIN)}::date
        group by c.lancamento_id having ${rest(line.banco_id)} = ${amount.toFixed(2)}::numeric and ${other} = ${amount.neg().toFixed(2)}::numeric
        order by min(abs(c."dMovimento" - ${line.dMovimento}::date)), c.lancamento_id limit 1`,
  )
  return row && Number(row.id)
}

/** Posts what is left of a line as a transfer. Answers its number. Throws 403. */
function postLine(ctx: Ctx, { line, to }: Transfer): Promise<number> {
  assertMay(ctx, caixaLancamento, 'edit')
  const { banco_id, empresa_id, dMovimento } = line
  return postTransfer(ctx, { empresa_id, banco_id, banco_destino_id: to, valor: restOf(line).neg(), dMovimento })
}

/**
 * Two lines of opposite amounts, one in each account: one transfer, both linked; that which cash has already, else one is posted. With an account alone the other
 * end waits for its line. Throws 400 `same_account`, `other_company`, `not_opposite`; 403, 404, 409.
 */
export async function transferLines(
  ctx: Ctx,
  linha_id: number,
  other: { readonly linha_id?: number | undefined; readonly banco_id?: number | undefined },
  automatico = false,
) {
  const ids = other.linha_id === undefined ? [linha_id] : [linha_id, other.linha_id]
  const held = await holdPending(ctx, ids)
  const line = held.find((one) => one.id === linha_id)
  const end = held.find((one) => one.id === other.linha_id)
  if (!line) throw notFound()
  const toId = end?.banco_id ?? other.banco_id
  if (toId === undefined || toId === line.banco_id)
    throw badRequest('Selecione duas contas diferentes.', 'same_account')
  const to = await load(ctx, banco, toId)
  if (to.empresa_id !== line.empresa_id) throw badRequest('As contas são de empresas diferentes.', 'other_company')
  if (end && !restOf(end).plus(restOf(line)).isZero())
    throw badRequest('Os valores das duas linhas não são opostos.', 'not_opposite')
  const transfer = { line, to: to.id, end }
  const known = await waitingTransfer(ctx, transfer)
  const lancamento_id = known ?? (await postLine(ctx, transfer))
  const about = { lancamento_id, criado: known === undefined, tipo: 'transferencia', automatico } as const
  for (const one of held) await link(ctx, [one], [{ linha_id: one.id, ...about }])
  return { lancamentos: [lancamento_id], linhas: held.length, oferta: null }
}

export const transfere = action(extratoBanco, 'transfere', {
  on: 'collection',
  right: 'edit',
  summary: 'Concilia uma linha como transferência entre contas: com a linha da outra conta, ou só com a conta.',
  input: v.object({
    linha_id: identifier,
    outra_linha_id: v.optional(v.nullable(identifier)),
    banco_id: v.optional(v.nullable(identifier)),
  }),
  answer: linesAnswer,
  run: async ({ ctx, input }) =>
    transferLines(ctx, input.linha_id, {
      linha_id: input.outra_linha_id ?? undefined,
      banco_id: input.banco_id ?? undefined,
    }),
})
