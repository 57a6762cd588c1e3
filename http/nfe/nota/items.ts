import { missingCfop } from '../../../core/fiscal/issue/decide'
import type { MirroredItem } from '../../../core/fiscal/issue/mirror'
import type { NoteItem } from '../../../core/fiscal/issue/note'
import type { Problem } from '../../../core/fiscal/issue/problems'
import { formatCurrency } from '../../../core/br/number'
import { type Amount, decimal, ZERO } from '../../../core/money/decimal'
import { apportion } from '../../../core/tax/apportion'
import { type CfopLine, cfopOf } from '../../../core/tax/cfop'
import type { ItemTaxes } from '../../../core/tax/types'
import type { GoodsTax, TaxesOfCase, TaxParties } from '../tributacao/rule-book'
import { lotsOf } from './lots'
import { optional, text } from './said'
import type { Source, SourceLine } from './source/source'

/** Where a tax that differs is mended, and why it may. */
interface Cure {
  readonly field: string
  readonly why?: string
}

/** Taxes that the sale charges and the note would not, or otherwise: without them what is paid is not what the note comes to. */
export function offProblems({ lines, head }: Source, taxes: readonly ItemTaxes[]): readonly Problem[] {
  const withFreight = decimal(String(head.vFrete ?? 0)).sign() > 0
  return lines.flatMap((line, index) => {
    const { charged } = line
    if (charged === undefined) return []
    const values = taxes[index]?.values ?? {}
    const st = (values.vICMSST ?? ZERO).plus(values.vFCPST ?? ZERO)
    const told = (tax: string, sold: Amount, due: Amount, { field, why = '' }: Cure): readonly Problem[] =>
      decimal(sold).eq(due)
        ? []
        : [
            {
              nItem: index + 1,
              message: `Item ${index + 1} (${line.xProd}): ${tax} da venda é ${formatCurrency(sold)}, e pela regra de tributação é ${formatCurrency(due)}.${why}`,
              place: { resource: 'tributacao', field },
            },
          ]
    return [
      ...told(
        'o IPI',
        charged.vIPI,
        values.vIPI ?? ZERO,
        withFreight
          ? { field: 'ipi_frete', why: ' A base tem o frete, que a regra pode deixar de fora.' }
          : { field: 'cstIPI' },
      ),
      ...told('a ST', charged.vST, st, { field: 'pICMSST' }),
    ]
  })
}

interface Items {
  readonly items: readonly NoteItem[]
  readonly problems: readonly Problem[]
  /** What the rules have the note say, each text once. */
  readonly infAdFisco: string
}

/** Goods with their taxes by the rules and their CFOP by the operation; a line without either is a problem and no item. */
export function itemsOf({ operation, head, lines, converts }: Source, { parties, goods, cfops }: TaxesOfCase): Items {
  const freight = apportion(
    decimal(String(head.vFrete ?? 0)),
    lines.map(({ vLiquido }) => vLiquido),
  )
  const found = lines.map((line, index) =>
    itemOf(
      { line, taxed: goods.get(line.mercadoria_id), vFrete: freight[index] ?? ZERO, converts },
      operation.descricao,
      parties,
      cfops,
    ),
  )
  const texts = found.flatMap((one) => ('item' in one && one.says !== undefined ? [one.says] : []))
  return {
    items: found.flatMap((one) => ('item' in one ? [one.item] : [])),
    problems: found.flatMap((one, index) =>
      'item' in one
        ? []
        : [
            {
              ...one.problem,
              nItem: index + 1,
              message: `Item ${index + 1} (${lines[index]?.xProd}): ${one.problem.message}`,
            },
          ],
    ),
    infAdFisco: [...new Set(texts)].join(' '),
  }
}

interface Taxed {
  readonly line: SourceLine
  readonly taxed: GoodsTax | undefined
  readonly vFrete: Amount
  readonly converts: boolean
}

type Found = { readonly item: NoteItem; readonly says: string | undefined } | { readonly problem: Problem }

function itemOf(
  { line, taxed, vFrete, converts }: Taxed,
  operation: string,
  parties: TaxParties,
  cfops: readonly CfopLine[],
): Found {
  const chosen = taxed?.chosen
  const rule = chosen?.rule
  if (taxed && line.mirror !== undefined) {
    const { mirror } = line
    const one = { origem: taxed.origem, st: mirror.withheld ? 2 : 0, ...placeOf(parties) }
    const CFOP = cfopOf(cfops, one)
    return CFOP === undefined ? { problem: missingCfop(operation, one) } : givenBack(line, mirror, CFOP)
  }
  const taxCode = text(rule?.taxCode)
  if (!taxed || !chosen || taxCode === undefined)
    return {
      problem: {
        message: 'não há regra de tributação com CST ou CSOSN para este caso.',
        place: { resource: 'tributacao', field: 'taxCode' },
      },
    }
  const [cstPIS, cstCOFINS] = [text(rule?.cstPIS), text(rule?.cstCOFINS)]
  if (cstPIS === undefined || cstCOFINS === undefined)
    return {
      problem: {
        message: `a regra “${String(rule?.descricao)}” não diz o CST do PIS e da COFINS.`,
        place: { resource: 'tributacao', field: 'cstPIS' },
      },
    }
  const CFOP = converts ? `${parties.destino === 2 ? '6' : '5'}929` : taxed.CFOP
  if (CFOP === undefined)
    return {
      problem: missingCfop(operation, {
        origem: taxed.origem,
        st: chosen.st,
        ...placeOf(parties),
      }),
    }
  const { taxCode: _, ...rates } = chosen.tax
  const { uTrib, fatorTrib } = taxed.goods
  const { cBenef, cstIPI, cEnq, cstIBSCBS, cstIS, cClassTribIS } = rule ?? {}
  return {
    item: {
      cProd: text(line.codigo) ?? String(line.mercadoria_id),
      xProd: line.xProd,
      NCM: line.NCM ?? '',
      ...optional({ CEST: line.CEST, cEAN: line.cEAN }),
      CFOP,
      uCom: text(line.un) ?? 'UN',
      qCom: line.qTrib,
      ...amountsOf(line),
      vFrete,
      ...(text(uTrib) === undefined || text(fatorTrib) === undefined
        ? {}
        : { uTrib: String(uTrib), qTrib: decimal(line.qTrib).times(String(fatorTrib)) }),
      origem: String(line.origem),
      taxCode,
      // What was agreed with the customer is what the note charges.
      tax: { ...rates, ...(text(cstIPI) === undefined || !line.charged ? {} : { pIPI: line.charged.pIPI }) },
      cstPIS,
      cstCOFINS,
      ...lotsOf(line.lots),
      ...optional({ cBenef, cstIPI, cEnq, cstIBSCBS, cClassTrib: chosen.cClassTrib, cstIS, cClassTribIS }),
    },
    says: text(rule?.xInfFisco),
  }
}

/** Price and goods before discounts, and what these take off; where rounding the net price made it dearer, the net price alone. */
function amountsOf({ qTrib, vUnTrib, vUnLiquido, vLiquido }: SourceLine): Pick<NoteItem, 'vUnCom' | 'vProd' | 'vDesc'> {
  const gross = decimal(qTrib).times(vUnTrib).round(2, 'half-up')
  const off = gross.minus(vLiquido)
  return off.sign() < 0 ? { vUnCom: vUnLiquido, vProd: vLiquido } : { vUnCom: vUnTrib, vProd: gross, vDesc: off }
}

const placeOf = ({ destino, contribuinte }: TaxParties) => ({ destino, contribuinte: contribuinte === 9 ? 0 : 1 })

/** An item of another note that goes back: its amounts and taxes are that note's. PIS and COFINS of it are a matter of the books, not of the note. */
function givenBack(line: SourceLine, item: MirroredItem, CFOP: string): Found {
  const { withheld: _withheld, ...mirrored } = item
  const other = /^[123]/.test(CFOP) ? '98' : '49'
  const back: NoteItem = {
    ...optional({ CEST: line.CEST, cEAN: line.cEAN }),
    ...mirrored,
    cProd: text(line.codigo) ?? String(line.mercadoria_id),
    xProd: line.xProd,
    CFOP,
    cstPIS: other,
    cstCOFINS: other,
  }
  return { item: back, says: undefined }
}
