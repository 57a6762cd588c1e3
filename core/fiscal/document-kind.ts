import { CoreError } from '../errors'
import { elementNames, onlyChild } from './xml'

/** Names of elements that tell what a fiscal XML is when it is not an NF-e, most telling first. */
const KINDS: readonly (readonly [kind: string, names: readonly string[]])[] = [
  [
    'um evento (cancelamento, carta de correção ou manifestação)',
    ['evento', 'envEvento', 'procEventoNFe', 'retEvento'],
  ],
  ['um evento de CT-e', ['eventoCTe', 'procEventoCTe']],
  ['um evento de MDF-e', ['eventoMDFe', 'procEventoMDFe']],
  ['um evento de NFS-e', ['pedRegEvento']],
  ['um CT-e (conhecimento de transporte)', ['CTe', 'cteProc', 'CTeOS', 'cteOSProc', 'CTeSimp', 'GTVe', 'infCte']],
  ['um MDF-e (manifesto de carga)', ['MDFe', 'mdfeProc', 'infMDFe', 'consMDFeNaoEnc']],
  ['uma NFS-e (nota de serviço)', ['NFSe', 'Nfse', 'CompNfse', 'DPS', 'InfNfse', 'Rps']],
  ['uma conta de energia (NF3-e)', ['NF3e', 'nf3eProc']],
  ['uma conta de comunicação (NFCom)', ['NFCom', 'nfcomProc']],
  ['um bilhete de passagem (BP-e)', ['BPe', 'bpeProc']],
  ['um cupom CF-e SAT', ['CFe', 'infCFe']],
  ['uma guia GNRE', ['TLote_GNRE', 'TDadosGNRE', 'gnreDadosMsg']],
  ['só o resumo de uma NF-e; baixe o XML completo', ['resNFe']],
  ['só o resumo de um evento', ['resEvento']],
  ['uma inutilização de numeração', ['inutNFe', 'ProcInutNFe', 'retInutNFe']],
  ['um lote da distribuição de documentos da SEFAZ', ['retDistDFeInt']],
  ['uma resposta da SEFAZ, sem a nota', ['retEnviNFe', 'retConsReciNFe', 'retConsSitNFe', 'protNFe']],
]

/** The error for an XML that holds no NF-e, saying what it is when it is another fiscal document. */
export function notAnNfe(tree: unknown): CoreError {
  const present = elementNames(tree)
  for (const [kind, names] of KINDS) {
    if (names.some((name) => present.has(name))) {
      return new CoreError('not_nfe', `O XML não é de uma NF-e: é ${kind}.`)
    }
  }
  const root = onlyChild(tree)?.name.slice(0, 40) ?? ''
  return new CoreError('not_nfe', `O XML não é de uma NF-e: o elemento principal é '${root}'.`)
}
