import { sql } from 'drizzle-orm'
import { type Amount, decimal, sum } from '../../core/money/decimal'
import type { CashEvent } from '../../core/fields/financeiro/caixa'
import { ledger, type Posting } from '../documents/ledger'
import { rowsOf } from '../platform/context'
import { badRequest, invalid } from '../platform/errors'
import { announce, loadWhere, patchRows } from '../platform/engine/write'
import type { RecordOf, Row } from '../platform/resource'
import { banco, caixaLancamento } from './caixa'
import { CARD_PROOFS } from './conciliacao/sums'
import { freeLines, STATEMENT_PROOFS } from './extrato/links'
import { assertOpenDays } from './period'
import { tellCash } from './tell-cash'

type Account = RecordOf<typeof banco>

/** A row of the cash ledger; the day is today where it is not told. */
export interface CashMove {
  readonly banco_id: number
  readonly evento: CashEvent
  /** Positive comes in, negative goes out. */
  readonly vLancamento: Amount
  readonly dMovimento?: string | undefined
  readonly plano_conta_id?: number | null
  readonly centro_resultado_id?: number | null
  readonly contas_receber_id?: number
  readonly contas_pagar_id?: number
  readonly descricao?: string | null
  readonly estorno_de?: number
}

/** What a step does to cash: rows of accounts of its company, in use; what is worth nothing adds none. Answers the rows' numbers. */
export const cash = {
  move:
    (moves: readonly CashMove[]): Posting<readonly number[]> =>
    async (ctx, entry) => {
      const rows = moves.filter((one) => !decimal(one.vLancamento).isZero())
      if (rows.length === 0) return []
      return cashLedger.post(
        ctx,
        entry,
        rows.map((one) => one.banco_id),
        (accounts) => {
          for (const { banco_id } of rows) assertUsable(accounts.get(banco_id), entry.empresa_id)
          return rows.map(rowOf)
        },
      )
    },
}

function assertUsable(account: Account | undefined, empresa_id: number): void {
  if (!account || account.empresa_id !== empresa_id)
    throw invalid({ banco_id: ['Selecione uma conta caixa desta empresa.'] })
  if (!account.ativo) throw badRequest(`A conta caixa ${account.descricao} não está ativa.`, 'inactive_account')
}

const rowOf = ({ vLancamento, dMovimento, ...row }: CashMove): Row => ({
  ...row,
  vLancamento: decimal(vLancamento).toFixed(2),
  ...(dMovimento === undefined ? {} : { dMovimento }),
})

/** What a fact paid of titles is what it moved in cash: receivables in, payables out, a surplus that became a credit beside them. */
const PAID_IS_CASH = `select count(*) from (
  select n.id,
    coalesce((select sum(case when m.contas_pagar_id is null then -m.valor else m.valor end) from movimento_financeiro m
      where m.lancamento_id = n.id and m.evento = 'baixa'), 0)
    + case when n."dhDesfeito" is null then coalesce((n.dados->>'excedente')::numeric, 0) else 0 end as pago,
    coalesce((select sum(c."vLancamento") from caixa_lancamento c where c.lancamento_id = n.id and c.evento = 'baixa'), 0) as caixa
  from lancamento n where n.passo in ('baixa', 'baixaLote') and n.documento in ('contas_receber', 'contas_pagar')) l
  where l.pago <> l.caixa`

/** What is in cash accounts: an account is the sum of its rows. */
export const cashLedger = ledger<readonly number[], ReadonlyMap<number, Account>, readonly number[]>({
  name: 'caixa',
  rows: caixaLancamento,
  balances: [
    {
      rule: 'saldo da conta caixa = soma do livro',
      table: banco,
      of: { banco_id: 'id' },
      sums: { vSaldo: 'vLancamento' },
    },
  ],
  comesToNothing: ['vLancamento'],
  proofs: {
    'livro caixa: cada linha é da empresa da sua conta': `select count(*) from caixa_lancamento m join banco b on b.id = m.banco_id
      where b.empresa_id <> m.empresa_id`,
    'livro caixa: um estorno é o oposto da linha que desfaz, no mesmo passo': `select count(*) from caixa_lancamento e
      join caixa_lancamento m on m.id = e.estorno_de
      where e."vLancamento" <> -m."vLancamento" or e.lancamento_id <> m.lancamento_id or e.banco_id <> m.banco_id`,
    'livro caixa: uma transferência soma zero': `select count(*) from (select lancamento_id from caixa_lancamento
      where evento = 'transferencia' group by 1 having sum("vLancamento") <> 0) l`,
    ...STATEMENT_PROOFS,
    ...CARD_PROOFS,
    'o que foi baixado em um passo de conta = o que entrou ou saiu do caixa': PAID_IS_CASH,
  },
  dated: (ctx, { empresa_id }, days) => assertOpenDays(ctx, empresa_id, days),
  // Always by their number: two payments on the same accounts wait for one another.
  lock: async (ctx, _entry, ids) => {
    const held = await loadWhere(ctx, banco, 'id', [...new Set(ids)], { lock: true })
    return new Map(held.map((one) => [one.id, one]))
  },
  add: async (ctx, rows, accounts, stored) => {
    const own = Map.groupBy(rows, (row) => Number(row.banco_id))
    const changed = [...own].map(([id, moved]) => {
      const more = sum(moved.map((row) => String(row.vLancamento)))
      return {
        id,
        vSaldo: decimal(accounts.get(id)?.vSaldo ?? 0)
          .plus(more)
          .toFixed(2),
      }
    })
    await patchRows(ctx, banco, changed)
    for (const { id } of changed) await announce(ctx, banco, id)
    return stored.map((row) => Number(row.id))
  },
  tell: tellCash,
  undo: async (ctx, entry, { dMovimento }) => {
    const rows = await rowsOf(
      ctx,
      sql`select m.*, (-m."vLancamento")::text as oposto from caixa_lancamento m where m.lancamento_id = ${entry.id} and m.estorno_de is null
          and not exists (select 1 from caixa_lancamento e where e.estorno_de = m.id) order by m.id`,
    )
    if (rows.length === 0) return
    await freeLines(ctx, entry.id)
    await cashLedger.post(
      ctx,
      entry,
      rows.map((row) => Number(row.banco_id)),
      () =>
        rows.map(({ id, oposto, banco_id, evento, plano_conta_id, centro_resultado_id, ...row }) => ({
          banco_id,
          evento,
          plano_conta_id,
          centro_resultado_id,
          contas_receber_id: row.contas_receber_id,
          contas_pagar_id: row.contas_pagar_id,
          descricao: row.descricao,
          vLancamento: oposto,
          estorno_de: id,
          ...(dMovimento === undefined ? {} : { dMovimento }),
        })),
    )
  },
})
