import { sql } from 'drizzle-orm'
import { type OriginalNote, originalNote, type MirroredBy, type Share } from '../../../../core/fiscal/issue/mirror'
import { decimal } from '../../../../core/money/decimal'
import { soldLines } from '../../../comercial/venda_devolucao/returned'
import { receivedLines } from '../../../estoque/devolucao/received'
import { type Ctx, rowsOf } from '../../../platform/context'
import type { Row } from '../../../platform/resource'
import type { Nfe } from '../nfe'
import { headOf, issuerOf, linesOf, placedOf, PRODUCT, returnOperation } from './parts'
import type { Source, SourceLine } from './source'

/**
 * Returns give back what another note says, share by share: of the supplier's note, or of our own of the sale. Of goods whose note is not here the rules decide, and
 * the key is typed.
 */

/** Goods that go back to their supplier (design, CFOP 5201 and its like): IPI told apart, the rest as theirs. */
export async function ofSupplierReturn(ctx: Ctx, note: Nfe, id: number): Promise<Source> {
  const head = await headOf(ctx, note, 'devolucao', id)
  const issuer = await issuerOf(ctx, note, await returnOperation(ctx, 1, head.tipo_entrada_saida_id))
  const [entry] = await rowsOf(
    ctx,
    sql`select e."chNFe", x.xml from entrada e left join nfe_compra_xml x on x.nfe_compra_id = e.nfe_compra_id where e.id = ${head.entrada_id}`,
  )
  const original = opened(entry)
  const by: MirroredBy = { CRT: String(issuer.company.CRT), tpNF: '1' }
  const taken = await receivedLines(ctx, Number(head.entrada_id), id)
  const rows = await rowsOf(
    ctx,
    sql`select ${PRODUCT}, l."xProd", l.un, l."qTrib"::text, l."vUnTrib"::text, l."vTotal"::text as "vLiquido", l."vUnTrib"::text as "vUnLiquido",
          e.id as entrada_mercadoria_id, e."nItem", e."qCom"::text as "qDaNota", e."qTrib"::text as "qEntrou"
        from devolucao_mercadoria l join mercadoria m on m.id = l.mercadoria_id join entrada_mercadoria e on e.id = l.entrada_mercadoria_id
        where l.devolucao_id = ${id} and l."dhExclusao" is null order by l.id`,
  )
  const shares = sharing((row) => {
    const before = taken.get(Number(row.entrada_mercadoria_id))?.takenQuantity ?? '0'
    return { of: String(row.qEntrou), before, comes: String(row.qTrib), stands: String(row.qDaNota) }
  }, 'entrada_mercadoria_id')
  return {
    origin: { of: 'devolucao', id, lines: 'devolucao_mercadoria' },
    ...issuer,
    head,
    partner: await placedOf(ctx, 'fornecedor', head.fornecedor_id),
    register: 'fornecedor',
    carrier: await placedOf(ctx, 'transportadora', head.transportadora_id),
    lines: mirrored(rows, original, by, shares),
    ...given(original, entry?.chNFe),
  }
}

/** Goods that a customer gives back by our own note (CFOP 1201 and its like): as they were sold. */
export async function ofCustomerReturn(ctx: Ctx, note: Nfe, id: number): Promise<Source> {
  const head = await headOf(ctx, note, 'venda_devolucao', id)
  const issuer = await issuerOf(ctx, note, await returnOperation(ctx, 0, head.tipo_entrada_saida_id))
  const [sold] = await rowsOf(
    ctx,
    sql`select n."chNFe", x.xml from nfe n join nfe_xml x on x.nfe_id = n.id and x.tipo = 'protocolo' and x."chNFe" = n."chNFe"
        where n.venda_id = ${head.venda_id} and n.nfce_id is null and n."dhAutorizacao" is not null and n."dhCancelamento" is null order by n.id desc, x.id desc limit 1`,
  )
  const original = opened(sold)
  const taken = await soldLines(ctx, Number(head.venda_id), id)
  const rows = await rowsOf(
    ctx,
    sql`select ${PRODUCT}, l."xProd", l.un, l.devolver::text as "qTrib", (l."vTotal" / l.devolver)::numeric(21,10)::text as "vUnTrib", l."vTotal"::text as "vLiquido",
          (l."vTotal" / l.devolver)::numeric(21,10)::text as "vUnLiquido", l.venda_mercadoria_id, v."qTrib"::text as "qVendida",
          (select count(*)::int from venda_mercadoria b where b.venda_id = v.venda_id and b.id <= v.id) as "nItem"
        from venda_devolucao_mercadoria l join mercadoria m on m.id = l.mercadoria_id join venda_mercadoria v on v.id = l.venda_mercadoria_id
        where l.venda_devolucao_id = ${id} order by l.id`,
  )
  const shares = sharing((row) => {
    const before = taken.get(Number(row.venda_mercadoria_id))?.takenQuantity ?? '0'
    return { of: String(row.qVendida), before, comes: String(row.qTrib) }
  }, 'venda_mercadoria_id')
  const customer = await placedOf(ctx, 'cliente', head.cliente_id)
  const isNobody = !customer?.CNPJ_CPF
  return {
    origin: { of: 'venda_devolucao', id, lines: 'venda_devolucao_mercadoria' },
    ...issuer,
    head,
    // Of a consumer whom nobody named the company itself is who it comes from.
    partner: isNobody ? { ...issuer.company, xMun: issuer.xMun } : customer,
    register: isNobody ? 'empresa' : 'cliente',
    carrier: undefined,
    lines: mirrored(rows, original, { CRT: String(issuer.company.CRT), tpNF: '0' }, shares),
    ...given(original, sold?.chNFe),
  }
}

const opened = (row: Row | undefined): OriginalNote | undefined =>
  typeof row?.xml === 'string' ? originalNote(row.xml) : undefined

/** What returns have none of, and the note that they give back. */
function given(
  original: OriginalNote | undefined,
  chNFe: unknown,
): Pick<Source, 'converts' | 'instalments' | 'delivery' | 'original'> {
  const plain = { converts: false, instalments: [], delivery: undefined }
  if (original !== undefined) {
    const { idDest, indFinal } = original
    const destino = idDest === '1' ? 1 : idDest === '2' ? 2 : 3
    return { ...plain, original: { chNFe: original.chNFe, destino, indFinal: indFinal === '1' } }
  }
  return typeof chNFe === 'string' && chNFe !== '' ? { ...plain, original: { chNFe } } : plain
}

/** The share of each line: lines of one original, as by lot, come one after the other. */
function sharing(shareOf: (row: Row) => Share, of: string): (row: Row) => Share {
  const now = new Map<number, string>()
  return (row) => {
    const id = Number(row[of])
    const share = shareOf(row)
    const before = now.get(id) ?? String(share.before)
    now.set(id, decimal(before).plus(share.comes).toFixed(4))
    return { ...share, before }
  }
}

function mirrored(
  rows: readonly Row[],
  original: OriginalNote | undefined,
  by: MirroredBy,
  shares: (row: Row) => Share,
): readonly SourceLine[] {
  const plain = linesOf(rows)
  return rows.flatMap((row, at) => {
    const line = plain[at]
    if (line === undefined) return []
    const mirror = row.nItem === null ? undefined : original?.item(Number(row.nItem), shares(row), by)
    return [mirror === undefined ? line : { ...line, mirror }]
  })
}
