import type { NfeItem, NfeLot } from '../nfe-types'
import { child, children, text } from '../xml'
import type { DanfeItem } from './types'
import { counts, dayText, exact, joined, money, priceText } from './write'

/** An item as a row of the table: `det` beside what was read of it, for what only the paper needs. */
export function itemOf(item: NfeItem, det: unknown): DanfeItem {
  const { uCom, uTrib, qCom, qTrib } = item
  return {
    code: item.cProd,
    description: item.xProd,
    details: detailsOf(item, det),
    NCM: item.NCM ?? '',
    CST: joined([item.orig, item.CST ?? item.CSOSN], ''),
    CFOP: item.CFOP ?? '',
    unit: uCom ?? '',
    quantity: exact(qCom),
    price: priceText(item.vUnCom),
    taxed:
      uTrib !== uCom || exact(qTrib) !== exact(qCom)
        ? { unit: uTrib ?? '', quantity: exact(qTrib), price: priceText(item.vUnTrib) }
        : null,
    total: money(item.vProd),
    discount: money(item.vDesc ?? '0'),
    vBC: money(item.vBC ?? '0'),
    vICMS: money(item.vICMS ?? '0'),
    vIPI: money(item.vIPI ?? '0'),
    pICMS: money(item.pICMS ?? '0'),
    pIPI: money(item.pIPI ?? '0'),
  }
}

function detailsOf(item: NfeItem, det: unknown): string[] {
  const prod = child(det, 'prod')
  const named = (title: string, ...path: readonly string[]) => {
    const value = text(prod, ...path)
    return value === null ? [] : [`${title} ${value}`]
  }
  return [
    ...(item.infAdProd === null ? [] : [item.infAdProd]),
    ...item.rastro.map(lotText),
    ...vehicleText(child(prod, 'veicProd')),
    ...medicineText(child(prod, 'med')),
    ...children(prod, 'arma').map(
      (one) => `Arma nº de série ${text(one, 'nSerie') ?? ''}, cano ${text(one, 'nCano') ?? ''}`,
    ),
    ...fuelText(child(prod, 'comb')),
    ...children(prod, 'DI').map((one) => `DI ${text(one, 'nDI') ?? ''} de ${dayText(text(one, 'dDI'))}`),
    ...named('FCI', 'nFCI'),
    ...named('RECOPI', 'nRECOPI'),
    ...named('cBenef', 'cBenef'),
    ...taxDetails(item),
    ...orderText(item),
  ]
}

const lotText = ({ nLote, qLote, dFab, dVal }: NfeLot): string =>
  joined(
    [
      `Lote ${nLote}`,
      qLote === null ? null : `qtd. ${exact(qLote)}`,
      dFab === null ? null : `fab. ${dayText(dFab) || dFab}`,
      dVal === null ? null : `val. ${dayText(dVal) || dVal}`,
    ],
    ', ',
  )

function vehicleText(node: unknown): string[] {
  if (node === undefined) return []
  const at = (name: string) => text(node, name) ?? ''
  return [
    `Chassi ${at('chassi')}, motor ${at('nMotor')}, cor ${at('xCor')}, ano ${at('anoFab')}/${at('anoMod')}, modelo ${at('cMod')}`,
  ]
}

function medicineText(node: unknown): string[] {
  const code = text(node, 'cProdANVISA')
  const price = text(node, 'vPMC')
  return code === null ? [] : [joined([`ANVISA ${code}`, price === null ? null : `PMC ${money(price)}`], ', ')]
}

function fuelText(node: unknown): string[] {
  const code = text(node, 'cProdANP')
  const state = text(node, 'UFCons')
  return code === null
    ? []
    : [joined([`ANP ${code}`, text(node, 'descANP'), state === null ? null : `UF de consumo ${state}`], ', ')]
}

/** Taxes of the item that have no column. */
function taxDetails({ vBCST, pICMSST, vICMSST, pMVAST, vFCP, vFCPST, vICMSDeson, IBSCBS, vIS }: NfeItem): string[] {
  const st = counts(vICMSST)
    ? [
        joined(
          [
            `ICMS-ST: base ${money(vBCST)}`,
            `alíq. ${money(pICMSST)} %`,
            counts(pMVAST) ? `MVA ${exact(pMVAST)} %` : null,
            `valor ${money(vICMSST)}`,
          ],
          ', ',
        ),
      ]
    : []
  const others: readonly (readonly [string, string | null])[] = [
    ['FCP', vFCP],
    ['FCP-ST', vFCPST],
    ['ICMS desonerado', vICMSDeson],
    ['IS', vIS],
  ]
  const rest = others.flatMap(([name, value]) => (counts(value) ? [`${name} ${money(value)}`] : []))
  const reform =
    IBSCBS?.vBC == null
      ? []
      : [`IBS ${money(IBSCBS.vIBS ?? '0')}, CBS ${money(IBSCBS.vCBS ?? '0')} (${IBSCBS.cClassTrib ?? ''})`]
  return [...st, ...(rest.length > 0 ? [rest.join(', ')] : []), ...reform]
}

function orderText({ xPed, nItemPed }: NfeItem): string[] {
  return xPed === null ? [] : [joined([`Pedido ${xPed}`, nItemPed === null ? null : `item ${nItemPed}`], ', ')]
}
