import { decimalReader, required } from './fields'
import type { NfeContribution, NfeIbsCbs, NfeItem, NfeLot } from './nfe-types'
import { child, children, onlyChild, text } from './xml'

/** Reads one `det` element; `position` (from 1) stands in for a missing nItem. Throws `damaged_xml` for a missing or unreadable essential. */
export function readNfeItem(det: unknown, position: number): NfeItem {
  const nItem = Number(/^\d{1,4}$/.exec(text(det, '@nItem') ?? '')?.[0] ?? position)
  const where = `do item ${nItem}`
  const tax = child(det, 'imposto')
  return {
    nItem,
    ...readProduct(det, where),
    ...readIcms(tax, where),
    ...readIpi(det, where),
    ...readOthers(tax, where),
  }
}

function readProduct(det: unknown, where: string) {
  const prod = child(det, 'prod')
  const amount = decimalReader(prod, where)
  const qCom = required(amount('qCom') ?? amount('qTrib'), 'qCom', where)
  const vUnCom = required(amount('vUnCom') ?? amount('vUnTrib'), 'vUnCom', where)
  return {
    cProd: required(text(prod, 'cProd'), 'cProd', where),
    cEAN: gtin(text(prod, 'cEAN')),
    cEANTrib: gtin(text(prod, 'cEANTrib')),
    xProd: required(text(prod, 'xProd'), 'xProd', where),
    NCM: text(prod, 'NCM'),
    CEST: text(prod, 'CEST'),
    CFOP: text(prod, 'CFOP'),
    uCom: text(prod, 'uCom'),
    qCom,
    vUnCom,
    uTrib: text(prod, 'uTrib') ?? text(prod, 'uCom'),
    qTrib: amount('qTrib') ?? qCom,
    vUnTrib: amount('vUnTrib') ?? vUnCom,
    vProd: required(amount('vProd'), 'vProd', where),
    vFrete: amount('vFrete'),
    vSeg: amount('vSeg'),
    vDesc: amount('vDesc'),
    vOutro: amount('vOutro'),
    indTot: text(prod, 'indTot'),
    xPed: text(prod, 'xPed'),
    nItemPed: text(prod, 'nItemPed'),
    infAdProd: text(det, 'infAdProd'),
    rastro: readLots(prod, where),
  }
}

/** Emitters write 'SEM GTIN' where there is none, and older ones zeros or nothing. */
function gtin(value: string | null): string | null {
  return value === null || /^(?:sem\s?gtin|0+)$/i.test(value) ? null : value
}

/** Lots are in `rastro` since layout 4.00 and inside `med` before. */
function readLots(prod: unknown, where: string): NfeLot[] {
  const lots: NfeLot[] = []
  for (const node of [...children(prod, 'rastro'), ...children(prod, 'med')]) {
    const nLote = text(node, 'nLote')
    if (nLote === null) continue
    lots.push({ nLote, qLote: decimalReader(node, where)('qLote'), dFab: text(node, 'dFab'), dVal: text(node, 'dVal') })
  }
  return lots
}

function readIcms(tax: unknown, where: string) {
  const group = onlyChild(child(tax, 'ICMS'))
  const amount = decimalReader(group?.node, where)
  return {
    grupoICMS: group?.name ?? null,
    orig: text(group?.node, 'orig'),
    CST: text(group?.node, 'CST'),
    CSOSN: text(group?.node, 'CSOSN'),
    pRedBC: amount('pRedBC'),
    vBC: amount('vBC'),
    pICMS: amount('pICMS'),
    vICMS: amount('vICMS'),
    vFCP: amount('vFCP'),
    pMVAST: amount('pMVAST'),
    vBCST: amount('vBCST'),
    pICMSST: amount('pICMSST'),
    vICMSST: amount('vICMSST'),
    vFCPST: amount('vFCPST'),
    vBCSTRet: amount('vBCSTRet'),
    vICMSSTRet: amount('vICMSSTRet'),
    vICMSMonoReten: amount('vICMSMonoReten'),
    vICMSDeson: amount('vICMSDeson'),
    indDeduzDeson: text(group?.node, 'indDeduzDeson'),
    pCredSN: amount('pCredSN'),
    vCredICMSSN: amount('vCredICMSSN'),
  }
}

function readIpi(det: unknown, where: string) {
  const ipi = child(det, 'imposto', 'IPI')
  const group = child(ipi, 'IPITrib') ?? child(ipi, 'IPINT')
  const amount = decimalReader(group, where)
  return {
    CSTIPI: text(group, 'CST'),
    vBCIPI: amount('vBC'),
    pIPI: amount('pIPI'),
    vIPI: amount('vIPI'),
    vIPIDevol: decimalReader(child(det, 'impostoDevol', 'IPI'), where)('vIPIDevol'),
    vII: decimalReader(child(det, 'imposto', 'II'), where)('vII'),
  }
}

function readOthers(tax: unknown, where: string) {
  return {
    PIS: readContribution(tax, 'PIS', where),
    COFINS: readContribution(tax, 'COFINS', where),
    IBSCBS: readIbsCbs(child(tax, 'IBSCBS'), where),
    vIS: decimalReader(child(tax, 'IS'), where)('vIS'),
  }
}

function readContribution(tax: unknown, name: string, where: string): NfeContribution {
  const group = onlyChild(child(tax, name))?.node
  const amount = decimalReader(group, where)
  return { CST: text(group, 'CST'), vBC: amount('vBC'), p: amount(`p${name}`), v: amount(`v${name}`) }
}

function readIbsCbs(node: unknown, where: string): NfeIbsCbs | null {
  if (node === undefined) return null
  const group = child(node, 'gIBSCBS')
  const amount = decimalReader(group, where)
  const state = decimalReader(child(group, 'gIBSUF'), where)
  const city = decimalReader(child(group, 'gIBSMun'), where)
  const federal = decimalReader(child(group, 'gCBS'), where)
  return {
    CST: text(node, 'CST'),
    cClassTrib: text(node, 'cClassTrib'),
    vBC: amount('vBC'),
    pIBSUF: state('pIBSUF'),
    vIBSUF: state('vIBSUF'),
    pIBSMun: city('pIBSMun'),
    vIBSMun: city('vIBSMun'),
    vIBS: amount('vIBS'),
    pCBS: federal('pCBS'),
    vCBS: federal('vCBS'),
  }
}
