import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { notFound } from '../../platform/errors'
import { countInput } from '../../platform/inputs'
import { caixaLancamento } from '../caixa'
import { assertSeesBoth } from './dre'
import { monthsOf, resultInput, resultOf } from './input'
import { ofCentre, resultRows } from './rows'

/** As many rows of a figure as are told one by one, the largest first; count and sum are of all. */
const MOST = 200

const found = v.object({
  dia: v.string(),
  evento: v.string(),
  /** What it is a row of: `receber`, `pagar` (a title) or `caixa`. */
  tipo: v.string(),
  id: v.number(),
  texto: v.string(),
  conta: v.nullable(v.string()),
  valor: v.number(),
})

/** Rows (`l`) of an account and of all that stands below it; 0: what has none; all where it is not told. Throws 404 for one that is none. */
async function ofAccount(ctx: Ctx, id: number | undefined): Promise<SQL> {
  if (id === undefined) return sql`true`
  if (id === 0) return sql`l.conta is null`
  const [account] = await rowsOf(ctx, sql`select codigo from plano_conta where id = ${id}`)
  if (!account) throw notFound()
  const codigo = String(account.codigo)
  return sql`l.conta in (select a.id from plano_conta a where a.codigo = ${codigo} or starts_with(a.codigo, ${`${codigo}.`}))`
}

/** The rows that a figure of the result adds up. */
export const dreLinhas = action(caixaLancamento, 'dreLinhas', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary:
    'As linhas que um número da demonstração do resultado soma: de uma conta do plano e das que estão abaixo dela.',
  input: v.object({ ...resultInput.entries, plano_conta_id: v.optional(countInput) }),
  answer: v.object({ data: v.array(found), qtd: v.number(), total: v.number() }),
  run: async ({ ctx, input }) => {
    assertSeesBoth(ctx)
    monthsOf(input)
    const rows = resultRows(resultOf(ctx.actor.empresa_id, input))
    const where = sql`${ofCentre(input.centro_resultado_id)} and ${await ofAccount(ctx, input.plano_conta_id)}`
    const [[all], data] = await Promise.all([
      rowsOf(
        ctx,
        sql`select count(*)::int as qtd, coalesce(sum(l.valor), 0)::text as total from ${rows} l where ${where}`,
      ),
      rowsOf(
        ctx,
        sql`select l.dia::text as dia, l.evento, l.tipo, l.ref, l.valor::text as valor, a.codigo || ' ' || a.descricao as conta,
              coalesce(concat_ws(' · ', coalesce(r.numero, p.numero), coalesce(r.descricao, p.descricao, c.descricao), coalesce(cl."xNome", fo."xNome")), '') as texto
            from (select * from ${rows} l where ${where} order by abs(l.valor) desc, l.dia, l.ref limit ${MOST}) l
            left join contas_receber r on l.tipo = 'receber' and r.id = l.ref left join cliente cl on cl.id = r.cliente_id
            left join contas_pagar p on l.tipo = 'pagar' and p.id = l.ref left join fornecedor fo on fo.id = p.fornecedor_id
            left join caixa_lancamento c on l.tipo = 'caixa' and c.id = l.ref left join plano_conta a on a.id = l.conta
            order by abs(l.valor) desc, l.dia, l.ref`,
      ),
    ])
    return {
      qtd: Number(all?.qtd ?? 0),
      total: Number(all?.total ?? 0),
      data: data.map((row) => ({
        dia: String(row.dia),
        evento: String(row.evento),
        tipo: String(row.tipo),
        id: Number(row.ref),
        texto: String(row.texto),
        conta: row.conta === null ? null : String(row.conta),
        valor: Number(row.valor),
      })),
    }
  },
})
