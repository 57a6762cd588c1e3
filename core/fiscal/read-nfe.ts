import { CoreError } from '../errors'
import { ZERO } from '../money/decimal'
import { readAccessKey } from './access-key'
import { decimalReader, required } from './fields'
import { openNfe, type NfeFile } from './nfe-file'
import type { NfeAddress, NfeCarrier, NfeParty, NfeReading, NfeTotals, NfeVolume } from './nfe-types'
import { readNfeItem } from './read-nfe-item'
import { child, children, damaged, isElement, text } from './xml'

/** The layout allows 990; stored files of other systems go a little over. */
const MAX_ITEMS = 2000
const HEADER = 'da nota'

/**
 * The purchase-import reading of an NF-e or NFC-e: alone, with its protocol (procNFe), inside a lot or a SOAP answer, of any layout, with
 * or without prefixes; groups it does not know are ignored. Amounts are text exactly as written.
 *
 * Throws CoreError `not_nfe` (saying which other document it is), `several_documents`, `damaged_xml`, `invalid_access_key` (no 44 characters
 * in the right places; a wrong check digit is only a warning) or `too_large` (20 MB, 2,000 items).
 */
export function readNfe(xml: string): NfeReading {
  return readOpenNfe(openNfe(xml))
}

/** As `readNfe`, of a note that was found already. */
export function readOpenNfe({ nfe, inf, ide, chNFe, protocolo, cancelada }: NfeFile): NfeReading {
  const reading: Omit<NfeReading, 'warnings'> = {
    chNFe,
    ...readIdentification(inf, ide),
    emit: readParty(child(inf, 'emit'), 'enderEmit'),
    dest: readParty(child(inf, 'dest'), 'enderDest'),
    itens: readItems(inf),
    total: readTotals(child(inf, 'total')),
    duplicatas: readInstalments(inf),
    pagamentos: readPayments(inf, ide),
    ...readTransport(child(inf, 'transp')),
    infCpl: text(inf, 'infAdic', 'infCpl'),
    infAdFisco: text(inf, 'infAdic', 'infAdFisco'),
    digest: text(nfe, 'Signature', 'SignedInfo', 'Reference', 'DigestValue'),
    protocolo,
    ...(cancelada ? { cancelada: true } : {}),
  }
  return { ...reading, warnings: warningsOf(reading) }
}

function readIdentification(inf: unknown, ide: unknown) {
  return {
    versao: text(inf, '@versao'),
    mod: text(ide, 'mod') ?? '55',
    serie: required(text(ide, 'serie'), 'serie', HEADER),
    nNF: required(text(ide, 'nNF'), 'nNF', HEADER),
    dhEmi: required(text(ide, 'dhEmi') ?? text(ide, 'dEmi'), 'dhEmi', HEADER),
    dhSaiEnt: text(ide, 'dhSaiEnt') ?? text(ide, 'dSaiEnt'),
    tpNF: text(ide, 'tpNF'),
    finNFe: text(ide, 'finNFe'),
    natOp: text(ide, 'natOp'),
    idDest: text(ide, 'idDest'),
    indFinal: text(ide, 'indFinal'),
    tpEmis: text(ide, 'tpEmis'),
    tpAmb: text(ide, 'tpAmb'),
    refNFe: children(ide, 'NFref').flatMap((node) => text(node, 'refNFe') ?? []),
  }
}

function readParty(node: unknown, addressName: string): NfeParty {
  return {
    CNPJ: text(node, 'CNPJ'),
    CPF: text(node, 'CPF'),
    idEstrangeiro: text(node, 'idEstrangeiro'),
    xNome: text(node, 'xNome'),
    xFant: text(node, 'xFant'),
    IE: text(node, 'IE'),
    CRT: text(node, 'CRT'),
    indIEDest: text(node, 'indIEDest'),
    email: text(node, 'email'),
    endereco: readAddress(child(node, addressName)),
  }
}

function readAddress(node: unknown): NfeAddress {
  return {
    xLgr: text(node, 'xLgr'),
    nro: text(node, 'nro'),
    xCpl: text(node, 'xCpl'),
    xBairro: text(node, 'xBairro'),
    cMun: text(node, 'cMun'),
    xMun: text(node, 'xMun'),
    UF: text(node, 'UF'),
    CEP: text(node, 'CEP'),
    cPais: text(node, 'cPais'),
    xPais: text(node, 'xPais'),
    fone: text(node, 'fone'),
  }
}

function readItems(inf: unknown): NfeReading['itens'] {
  const nodes = children(inf, 'det')
  if (nodes.length === 0) throw damaged('a nota não tem itens')
  if (nodes.length > MAX_ITEMS) throw new CoreError('too_large', `A nota passa do limite de ${MAX_ITEMS} itens.`)
  return nodes.map((node, index) => readNfeItem(node, index + 1))
}

function readTotals(node: unknown): NfeTotals {
  const amount = decimalReader(child(node, 'ICMSTot'), HEADER)
  const reform = child(node, 'IBSCBSTot')
  return {
    vBC: amount('vBC'),
    vICMS: amount('vICMS'),
    vICMSDeson: amount('vICMSDeson'),
    vFCP: amount('vFCP'),
    vBCST: amount('vBCST'),
    vST: amount('vST'),
    vFCPST: amount('vFCPST'),
    vProd: required(amount('vProd'), 'vProd', HEADER),
    vFrete: amount('vFrete'),
    vSeg: amount('vSeg'),
    vDesc: amount('vDesc'),
    vII: amount('vII'),
    vIPI: amount('vIPI'),
    vIPIDevol: amount('vIPIDevol'),
    vPIS: amount('vPIS'),
    vCOFINS: amount('vCOFINS'),
    vOutro: amount('vOutro'),
    vNF: required(amount('vNF'), 'vNF', HEADER),
    vBCIBSCBS: decimalReader(reform, HEADER)('vBCIBSCBS'),
    vIBS: decimalReader(child(reform, 'gIBS'), HEADER)('vIBS'),
    vCBS: decimalReader(child(reform, 'gCBS'), HEADER)('vCBS'),
    vIS: decimalReader(child(node, 'ISTot'), HEADER)('vIS'),
  }
}

function readInstalments(inf: unknown): NfeReading['duplicatas'] {
  return children(child(inf, 'cobr'), 'dup').flatMap((node) => {
    const vDup = decimalReader(node, 'da duplicata')('vDup')
    return vDup === null ? [] : [{ nDup: text(node, 'nDup'), dVenc: text(node, 'dVenc'), vDup }]
  })
}

/** Payments are in pag/detPag since 4.00; 3.10 repeats `pag` and keeps indPag in the identification. */
function readPayments(inf: unknown, ide: unknown): NfeReading['pagamentos'] {
  const nodes = children(inf, 'pag').flatMap((pag) => {
    const details = children(pag, 'detPag')
    return details.length > 0 ? details : [pag]
  })
  return nodes.map((node) => ({
    indPag: text(node, 'indPag') ?? text(ide, 'indPag'),
    tPag: text(node, 'tPag'),
    vPag: decimalReader(node, 'do pagamento')('vPag'),
  }))
}

function readTransport(transp: unknown): {
  modFrete: string | null
  transporta: NfeCarrier | null
  volumes: readonly NfeVolume[]
} {
  const carrier = child(transp, 'transporta')
  return {
    modFrete: text(transp, 'modFrete'),
    transporta: isElement(carrier)
      ? {
          CNPJ: text(carrier, 'CNPJ'),
          CPF: text(carrier, 'CPF'),
          xNome: text(carrier, 'xNome'),
          IE: text(carrier, 'IE'),
          xEnder: text(carrier, 'xEnder'),
          xMun: text(carrier, 'xMun'),
          UF: text(carrier, 'UF'),
        }
      : null,
    volumes: children(transp, 'vol').map((node) => {
      const amount = decimalReader(node, 'do volume')
      return {
        qVol: amount('qVol'),
        esp: text(node, 'esp'),
        marca: text(node, 'marca'),
        nVol: text(node, 'nVol'),
        pesoL: amount('pesoL'),
        pesoB: amount('pesoB'),
      }
    }),
  }
}

/** 100 authorised, 150 authorised out of time. */
const AUTHORISED: ReadonlySet<string | null> = new Set(['100', '150'])

function warningsOf(nfe: Omit<NfeReading, 'warnings'>): string[] {
  const key = readAccessKey(nfe.chNFe)
  const issuer = nfe.emit.CNPJ ?? nfe.emit.CPF?.padStart(14, '0')
  const warnings: string[] = []
  if (!key.valid) warnings.push('O dígito da chave de acesso não confere.')
  if (issuer !== undefined && key.parts?.CNPJ_CPF !== issuer) warnings.push('A chave de acesso é de outro emitente.')
  if (nfe.tpAmb === '2') warnings.push('Nota de homologação, sem valor fiscal.')
  if (nfe.protocolo === null) warnings.push('XML sem protocolo de autorização.')
  else if (!AUTHORISED.has(nfe.protocolo.cStat)) {
    warnings.push(`A nota não está autorizada: ${nfe.protocolo.cStat ?? ''} ${nfe.protocolo.xMotivo ?? ''}`.trim())
  }
  if (nfe.cancelada) warnings.push('A nota foi cancelada pelo emitente.')
  if (!itemsAddUp(nfe)) warnings.push('A soma dos itens não confere com o total de produtos da nota.')
  const digVal = nfe.protocolo?.digVal ?? null
  if (digVal !== null && nfe.digest !== null && digVal !== nfe.digest) {
    warnings.push('O conteúdo assinado não é o que foi autorizado.')
  }
  return warnings
}

/** Goods that count (indTot 1) against vProd of the total; a note with services keeps those apart, so it is not judged. */
function itemsAddUp({ itens, total }: Pick<NfeReading, 'itens' | 'total'>): boolean {
  if (itens.some((item) => item.grupoICMS === null)) return true
  const sum = itens.reduce((left, item) => (item.indTot === '0' ? left : left.plus(item.vProd)), ZERO)
  return sum.cmp(total.vProd) === 0
}
