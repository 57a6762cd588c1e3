import { sql } from 'drizzle-orm'
import type { EdiVersion } from '../../../core/edi/edi-file'
import type { ShippedNote, ShippingParty } from '../../../core/edi/write-notfis'
import { nfeLife } from '../../../core/lifecycle/nfe'
import { decimal } from '../../../core/money/decimal'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { intArray } from '../../platform/engine/query'
import { inStates } from '../../platform/in-states'
import type { Row } from '../../platform/resource'
import { addressOf, partyOf } from '../../nfe/nota/party'
import { text } from '../../nfe/nota/said'
import { ADDRESS_COLUMNS, ADDRESS_JOIN, volumesOf } from '../posicao/delivery-address'
import { SALE_WEIGHT } from '../rota/waiting'

/** Who ships or receives, as the note itself names it. */
function shippingParty(row: Row): ShippingParty {
  const { CNPJ_CPF, xNome, IE = '' } = partyOf(row)
  const { xLgr, nro, xBairro, xMun, CEP = '', cMun, UF, fone = '' } = addressOf(row)
  return {
    name: xNome,
    taxId: CNPJ_CPF,
    stateId: IE,
    address: xLgr === '' ? '' : `${xLgr}, ${nro}`,
    district: xBairro,
    city: xMun,
    postcode: CEP,
    cityCode: cMun,
    state: UF,
    phone: fone,
  }
}

/** The company as the sender of a file. */
export async function senderOf(ctx: Ctx, empresa_id: number): Promise<ShippingParty> {
  const [row] = await rowsOf(
    ctx,
    sql`select e."xNome", e."CNPJ_CPF", e."IE", e."xLgr", e.nro, e."xBairro", e."CEP", e."cMun", e."UF", e.fone, m."xMun"
        from empresa e left join municipio m on m.id = e."cMun" where e.id = ${empresa_id}`,
  )
  return shippingParty(row ?? {})
}

/** A sale that goes with a carrier, and its note. */
export interface Shipped {
  readonly venda_id: number
  readonly transportadora_id: number | null
  readonly serie: number
  readonly nNF: number
  readonly note: ShippedNote
}

/** Edition 3.0A has eight places for a note's number. */
const ROOM: Readonly<Record<EdiVersion, number>> = { '3.0a': 99_999_999, '5.0': 999_999_999 }

/** Sales with their authorised notes, as files tell them. Throws 400 `no_note` naming the sales that have none. */
export async function shippedOf(
  ctx: Ctx,
  empresa_id: number,
  ids: readonly number[],
  version: EdiVersion,
): Promise<readonly Shipped[]> {
  const rows = await rowsOf(
    ctx,
    sql`select s.id, s.transportadora_id, s."tpFrete", s.volumes, ${SALE_WEIGHT} as peso, coalesce(s."vFrete", 0)::text as frete,
          c."xNome", c."CNPJ_CPF", c."IE", c.fone, ${ADDRESS_COLUMNS}, n.serie, n."nNF", n."chNFe", n."vNF"::text as total, n."dhEmi"::date::text as emissao
        from venda s ${ADDRESS_JOIN} join lateral (
          select * from nfe n where n.venda_id = s.id and n.mod = 55 and n."nNF" is not null and ${inStates(nfeLife, ['autorizada'], 'n')} order by n.id desc limit 1) n on true
        where s.empresa_id = ${empresa_id} and s.id = any (${intArray(ids)}::int[]) order by n.serie, n."nNF"`,
  )
  const found = new Set(rows.map((row) => Number(row.id)))
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length > 0)
    throw badRequest(`Sem NF-e autorizada: venda nº ${missing.slice(0, 20).join(', ')}.`, 'no_note')
  const tooLong = rows.find((row) => Number(row.nNF) > ROOM[version])
  if (tooLong) throw badRequest(`A nota ${Number(tooLong.nNF)} não cabe na versão 3.0A: use a 5.0.`, 'does_not_fit')
  return rows.map(shippedRow)
}

/** Who pays the freight, as the NF-e numbers it: the sender (0, 3) or anybody else. */
const PAID_BY_SENDER = new Set([0, 3])

function shippedRow(row: Row): Shipped {
  const [serie, nNF, venda_id] = [Number(row.serie), Number(row.nNF), Number(row.id)]
  return {
    venda_id,
    transportadora_id: row.transportadora_id === null ? null : Number(row.transportadora_id),
    serie,
    nNF,
    note: {
      receiver: shippingParty(row),
      series: serie,
      number: nNF,
      issued: text(row.emissao) ?? '',
      key: text(row.chNFe) ?? '',
      total: text(row.total) ?? '',
      freight: text(row.frete) ?? '',
      weight: decimal(text(row.peso) ?? '0')
        .round(2)
        .toFixed(2),
      volumes: volumesOf(row),
      terms: PAID_BY_SENDER.has(Number(row.tpFrete)) ? 'C' : 'F',
      reference: `VENDA ${venda_id}`,
    },
  }
}
