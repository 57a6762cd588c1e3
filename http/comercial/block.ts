import { sql } from 'drizzle-orm'
import { formatCurrency } from '../../core/br/number'
import { STORE_CREDIT } from '../../core/fields/financeiro/registers'
import { TITLE } from '../../core/fields/financeiro/titulos'
import { decimal } from '../../core/money/decimal'
import type { Change } from '../documents/totals'
import { type Ctx, rowsOf } from '../platform/context'
import { load, patchRows } from '../platform/engine/write'
import { resourceNamed, type Row } from '../platform/resource'

const LONGEST = 200

/** What a sale adds to what its customer owes: its total, without what is paid when it is invoiced, by the customer's credit or by card. */
const ON_CREDIT = sql`s."vTotal" - coalesce((select sum(i."vDup") from venda_duplicata i join pagamento f on f.id = i.pagamento_id
  where i.venda_id = s.id and (f."baixaCaixaAutomatico" = 1 or f."tPag" in ('03', '04', ${STORE_CREDIT}))), 0)`

/** A receivable `r` is a debt of its customer: one that is open; of cards the acquirer owes, and a forecast nobody. */
const IS_OWED = sql`r."vSaldo" > 0 and r."dhCancelamento" is null and r."tpConta" not in (${TITLE.PREVISAO}, ${TITLE.CARTAO})`

/** A customer's debts to a company `e`: receivables, and sales that were dispatched and are not invoiced yet. */
const OWED = sql`coalesce((select sum(r."vSaldo") from contas_receber r where r.cliente_id = c.id and r.empresa_id = e.id
    and ${IS_OWED}), 0)
  + coalesce((select sum(${ON_CREDIT}) from venda s where s.cliente_id = c.id and s.empresa_id = e.id and s."dhFechamento" is not null
    and s."dhFaturamento" is null and s."dhCancelamento" is null), 0)`

/** Why a sale may not go on by itself: its customer owes the company too much or for too long, or a line takes more off than its product allows. */
async function reasonsOf(ctx: Ctx, sale: Row): Promise<{ readonly debts: string[]; readonly discounts: string[] }> {
  const [found] = await rowsOf(
    ctx,
    sql`select (select json_build_object('limite', c.limite_credito::text, 'deve', (${OWED})::text, 'venda', (select (${ON_CREDIT})::text from venda s where s.id = ${Number(sale.id)}))
            from cliente c, empresa e where c.id = ${Number(sale.cliente_id)} and e.id = ${Number(sale.empresa_id)} and c.limite_credito > 0) as credito,
          (select count(*)::int from contas_receber r join empresa e on e.id = r.empresa_id where e.bloqueio_venda = 1
            and r.cliente_id = ${Number(sale.cliente_id)} and r.empresa_id = ${Number(sale.empresa_id)}
            and ${IS_OWED} and r."dVencimento" < ${ctx.clock.today()}) as late,
          (select json_agg(i."xProd" || ': ' || i."xMotivoBloqueio" order by i.id) from venda_mercadoria i
            where i.venda_id = ${Number(sale.id)} and i."xMotivoBloqueio" is not null) as above`,
  )
  const late = Number(found?.late)
  return {
    debts: [...(late === 0 ? [] : [`Cliente com ${late} título(s) vencido(s)`]), ...beyondLimit(found?.credito)],
    discounts: Array.isArray(found?.above) ? found.above.map(String) : [],
  }
}

/** What a sale takes beyond its customer's limit of credit; nothing where there is none, or nothing of the sale is owed. */
function beyondLimit(credito: unknown): string[] {
  if (typeof credito !== 'object' || credito === null) return []
  const { limite, deve, venda }: { limite?: unknown; deve?: unknown; venda?: unknown } = credito
  const [limit, owed, own] = [limite, deve, venda].map((one) => decimal(String(one ?? '0')))
  if (!limit || !owed || !own || own.sign() <= 0 || owed.plus(own).lte(limit)) return []
  const [most, open, more] = [limit, owed, own].map((one) => formatCurrency(one.toFixed(2)))
  return [`Limite de crédito de ${most}: deve ${open}, e esta venda soma ${more}`]
}

/**
 * Blocks a sale that was just written, or lets it go again, by what it is now. Someone with the right releases it; a release covers the sale that
 * was looked at: one whose total has risen since, or has changed while a discount is above its limit, loses it. The caller audits the sale.
 */
export async function judge(ctx: Ctx, id: number, { before, after }: Change): Promise<void> {
  const venda = resourceNamed('venda')
  const sale: Row = await load(ctx, venda, id)
  if (sale.dhFechamento !== null) return
  const { debts, discounts } = await reasonsOf(ctx, sale)
  const grown = decimal(after).cmp(decimal(before))
  const stands = grown === 0 || (grown < 0 && discounts.length === 0)
  if (sale.xJustLiberacao !== null && stands) return
  const reasons = [...debts, ...discounts]
  const values: Row = {
    xJustLiberacao: null,
    dhBloqueio: reasons.length === 0 ? null : (sale.dhBloqueio ?? ctx.clock.now()),
    xMotivoBloqueio: reasons.length === 0 ? null : reasons.join('; ').slice(0, LONGEST),
  }
  if (Object.entries(values).some(([name, value]) => sale[name] !== value))
    await patchRows(ctx, venda, [{ ...values, id }])
}
