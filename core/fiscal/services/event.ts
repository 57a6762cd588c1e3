import { readAccessKey, requireKeyShape } from '../access-key'
import { documentId } from '../document-id'
import { bareXml, type TpAmb } from './requests'
import { NFE_NAMESPACE } from './service'
import { group, leaf, taxIdLeaf } from './write-xml'

/** What a document's events say, by their official number. */
export type EventDetail =
  | { readonly tpEvento: '110111'; readonly nProt: string; readonly xJust: string }
  | {
      readonly tpEvento: '110112'
      readonly nProt: string
      readonly xJust: string
      readonly chNFeRef: string
      readonly verAplic: string
    }
  | { readonly tpEvento: '110110'; readonly xCorrecao: string }
  | ({ readonly tpEvento: '110140' } & Epec)
  | { readonly tpEvento: '210200' | '210210' | '210220' }
  | { readonly tpEvento: '210240'; readonly xJust: string }

/** What is frozen when a document is issued in EPEC: date, parties and totals. */
export interface Epec {
  readonly verAplic: string
  readonly dhEmi: string
  readonly tpNF: '0' | '1'
  readonly IE: string
  readonly dest?: {
    readonly UF: string
    readonly CNPJ_CPF?: string
    readonly idEstrangeiro?: string
    readonly IE?: string
  }
  readonly vNF: string
  readonly vICMS: string
  readonly vST: string
}

export type TpEvento = EventDetail['tpEvento']

/** An event of a document. */
export type FiscalEvent = EventDetail & {
  readonly tpAmb: TpAmb
  /** Of whom it is: the issuer, or the recipient in a manifestation. */
  readonly CNPJ_CPF: string
  readonly chNFe: string
  /** With the offset: `2026-11-20T10:00:00-03:00`. */
  readonly dhEvento: string
  readonly nSeqEvento: number
}

/** Their names, as the layouts fix them. */
const NAMES: Readonly<Record<TpEvento, string>> = {
  '110110': 'Carta de Correcao',
  '110111': 'Cancelamento',
  '110112': 'Cancelamento por substituicao',
  '110140': 'EPEC',
  '210200': 'Confirmacao da Operacao',
  '210210': 'Ciencia da Operacao',
  '210220': 'Desconhecimento da Operacao',
  '210240': 'Operacao nao Realizada',
}

/** The condition of use that every letter of correction carries, to the letter (MOC 7.0, evento 110110; the schema takes no other). */
const CONDITION_OF_USE =
  'A Carta de Correcao e disciplinada pelo paragrafo 1o-A do art. 7o do Convenio S/N, de 15 de dezembro de 1970 e pode ser utilizada para regularizacao de erro ocorrido na emissao de documento fiscal, desde que o erro nao esteja relacionado com: I - as variaveis que determinam o valor do imposto tais como: base de calculo, aliquota, diferenca de preco, quantidade, valor da operacao ou da prestacao; II - a correcao de dados cadastrais que implique mudanca do remetente ou do destinatario; III - a data de emissao ou de saida.'

/** Events that the national environment takes in, whatever the UF of the document. */
export const isNational = (tpEvento: TpEvento): boolean => tpEvento === '110140' || tpEvento.startsWith('21')

const VERSION = ' versao="1.00"'

/** An event to be signed (`infEvento` is what the signature is of). Throws `invalid_document_id` or `invalid_access_key` for parts that cannot be. */
export function eventXml(event: FiscalEvent): string {
  const { tpEvento, tpAmb, CNPJ_CPF, dhEvento, nSeqEvento } = event
  const chNFe = requireKeyShape(event.chNFe)
  const Id = documentId('evento', { tpEvento, chave: chNFe, nSeqEvento })
  return group(
    'evento',
    ` xmlns="${NFE_NAMESPACE}"${VERSION}`,
    group(
      'infEvento',
      ` Id="${Id}"`,
      leaf('cOrgao', isNational(tpEvento) ? '91' : ufOf(chNFe)),
      leaf('tpAmb', tpAmb),
      taxIdLeaf(CNPJ_CPF),
      leaf('chNFe', chNFe),
      leaf('dhEvento', dhEvento),
      leaf('tpEvento', tpEvento),
      leaf('nSeqEvento', nSeqEvento),
      leaf('verEvento', '1.00'),
      group('detEvento', VERSION, leaf('descEvento', NAMES[tpEvento]), detail(event, chNFe)),
    ),
  )
}

const ufOf = (chNFe: string): string => readAccessKey(chNFe).parts?.cUF ?? ''

/** Who says it: the UF's number, and that it is the issuer. */
const author = (chNFe: string, verAplic: string): string =>
  leaf('cOrgaoAutor', ufOf(chNFe)) + leaf('tpAutor', '1') + leaf('verAplic', verAplic)

function detail(event: FiscalEvent, chNFe: string): string {
  switch (event.tpEvento) {
    case '110111':
      return leaf('nProt', event.nProt) + leaf('xJust', event.xJust)
    case '110112':
      return [
        author(chNFe, event.verAplic),
        leaf('nProt', event.nProt),
        leaf('xJust', event.xJust),
        leaf('chNFeRef', requireKeyShape(event.chNFeRef)),
      ].join('')
    case '110110':
      return leaf('xCorrecao', event.xCorrecao) + leaf('xCondUso', CONDITION_OF_USE)
    case '110140':
      return author(chNFe, event.verAplic) + epec(event, readAccessKey(chNFe).parts?.mod)
    case '210240':
      return leaf('xJust', event.xJust)
    default:
      return ''
  }
}

/** An NFC-e may have no recipient, and its totals stand outside it. */
function epec(event: Epec, mod: string | undefined): string {
  const { dhEmi, tpNF, IE, dest, vNF, vICMS, vST } = event
  const head = leaf('dhEmi', dhEmi) + leaf('tpNF', tpNF) + leaf('IE', IE)
  const id = dest?.CNPJ_CPF === undefined ? leaf('idEstrangeiro', dest?.idEstrangeiro) : taxIdLeaf(dest.CNPJ_CPF)
  const party = leaf('UF', dest?.UF) + id + leaf('IE', dest?.IE)
  const totals = leaf('vNF', vNF) + leaf('vICMS', vICMS)
  if (mod === '65') return head + (dest ? group('dest', '', party) : '') + totals
  return head + group('dest', '', party, totals, leaf('vST', vST))
}

/** Signed events in a lot: one to twenty, all of one service. */
export const eventLot = (idLote: string, signed: readonly string[]): string =>
  group(
    'envEvento',
    ` xmlns="${NFE_NAMESPACE}"${VERSION}`,
    leaf('idLote', idLote),
    ...signed.map((one) => bareXml(one)),
  )
