import { sql } from 'drizzle-orm'

/** Means of payment (tPag) that a Pix code pays. */
const BY_PIX = sql.raw(`('17', '20')`)

/** What an instalment `d` of a sale is read with to say what is owed of it, and how it is paid: its sale `s`, company `e`, receivable `t` and method `p`. */
export const OWING = sql`join venda s on s.id = d.venda_id join empresa e on e.id = d.empresa_id left join municipio em on em.id = e."cMun"
  left join contas_receber t on t.id = d.conta_receber_id left join pagamento p on p.id = d.pagamento_id`

/** What is still owed of it: of an invoiced sale its receivable's balance. */
export const OWED = sql`case when s."dhCancelamento" is null then coalesce(t."vSaldo", d."vDup") else 0 end`

/** What its Pix code says (`relatorios/pix.ts`). The identifier names sale and instalment, so that the bank's statement tells what was paid. */
export const PIX = sql`jsonb_build_object('key', e.pix_chave, 'name', coalesce(nullif(e."xFant", ''), e."xNome"), 'city', em."xMun", 'amount', (${OWED})::text,
  'txid', 'V' || d.venda_id || 'P' || d.n)`

/** Its Pix code where its method is Pix. */
export const PIX_BY_METHOD = sql`case when p."tPag" in ${BY_PIX} then ${PIX} end as pix`
