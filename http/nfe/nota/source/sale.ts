import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../../platform/context'
import type { Nfe } from '../nfe'
import { headOf, issuerOf, leftLines, placedOf, PRODUCT } from './parts'
import type { Source, SourceLine } from './source'

/** A sale: what was agreed is what the note charges. What takes the place of an NFC-e is to who asked for it, and is paid already. */
export async function ofSale(ctx: Ctx, note: Nfe, id: number): Promise<Source> {
  const head = await headOf(ctx, note, 'venda', id)
  const converts = note.nfce_id !== null
  return {
    origin: { of: 'venda', id, lines: 'venda_mercadoria' },
    ...(await issuerOf(ctx, note, Number(head.tipo_entrada_saida_id))),
    head,
    partner: await placedOf(ctx, 'cliente', converts ? note.cliente_id : head.cliente_id),
    register: 'cliente',
    delivery: converts ? undefined : await placedOf(ctx, 'cliente_endereco', head.endereco_id),
    carrier: await placedOf(ctx, 'transportadora', head.transportadora_id),
    converts,
    lines: await saleLines(ctx, id),
    instalments: await rowsOf(
      ctx,
      sql`select d.*, coalesce(p."tPag", '99') as "tPag", p.descricao from venda_duplicata d left join pagamento p on p.id = d.pagamento_id
          where d.venda_id = ${id} order by d."dVencimento", d.id`,
    ),
  }
}

async function saleLines(ctx: Ctx, venda_id: number): Promise<readonly SourceLine[]> {
  const rows = await rowsOf(
    ctx,
    sql`select ${PRODUCT}, l.id as linha_id, l."xProd", l.un, l."qTrib"::text, l."vUnTrib"::text, l."vUnLiquido"::text, (l."vSubtotal" - l."vIPI")::text as "vLiquido",
          json_build_object('pIPI', l."pIPI"::text, 'vIPI', l."vIPI"::text, 'vST', (l."vICMSST" + l."vFCPST")::text) as charged
        from venda_mercadoria l join mercadoria m on m.id = l.mercadoria_id where l.venda_id = ${venda_id} order by l.id`,
  )
  return leftLines(ctx, rows, { documento: 'venda', documento_id: venda_id, passo: 'fecha' })
}
