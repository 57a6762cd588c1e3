import { type SQL, sql } from 'drizzle-orm'
import { formatDate } from '../../core/br/date-text'
import { contact, type Kind, rowIn, text } from '../relatorios/document'
import { contasReceber } from './registers'

/** What is owed of a receivable `d`, with the Pix code that pays it where the company has a key. */
const owedBy = (ids: SQL): SQL =>
  sql`select d.id as documento, d.parcela as n, d."dVencimento", d."vSaldo" as "vDup", p.descricao,
        case when d."dhCancelamento" is null and d."vSaldo" > 0 then jsonb_build_object('key', e.pix_chave, 'name', coalesce(nullif(e."xFant", ''), e."xNome"),
          'city', em."xMun", 'amount', d."vSaldo"::text, 'txid', 'R' || d.id) end as pix
      from contas_receber d join empresa e on e.id = d.empresa_id left join municipio em on em.id = e."cMun" left join pagamento p on p.id = d.pagamento_id
      where d.id = any (${ids})`

/** A receivable on paper, as its customer gets it. */
export const titleOnPaper: Kind = {
  resource: contasReceber,
  columns: sql`to_jsonb(c) as cliente, mc."xMun" as cliente_mun, d."vDup" as "vTotal"`,
  joins: sql`left join cliente c on c.id = d.cliente_id left join municipio mc on mc.id = c."cMun"`,
  facts: (head) => {
    const customer = rowIn(head.cliente)
    return [
      ['Cliente', text(customer.xNome)],
      ...contact(customer, text(head.cliente_mun)).map((line) => ['', line] as const),
      ['Número', text(head.numero)],
      ['Emissão', formatDate(text(head.dEmissao))],
      ['Vencimento', formatDate(text(head.dVencimento))],
      ['Descrição', text(head.descricao)],
    ]
  },
  lines: (ids) => sql`
    select d.id as documento, d.numero as codigo, coalesce(d.descricao, 'Conta a receber') as "xProd", '' as un, 1 as "qTrib", d."vDup" as preco, 2 as casas, 0 as casas_q, d."vDup" as "vTotal"
    from contas_receber d where d.id = any (${ids})`,
  instalments: owedBy,
}
