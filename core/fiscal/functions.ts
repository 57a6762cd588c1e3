import * as v from 'valibot'
import { CoreError } from '../errors'
import { amount, coreFunction } from '../function'
import { readAccessKey } from './access-key'
import { cceOf } from './danfe/cce'
import { danfeOf } from './danfe/danfe'
import { documentId, readDocumentId } from './document-id'
import { itemCosts } from './item-cost'
import { gnreFunctions } from './gnre/functions'
import { hashCsrt, qrCode2, qrCode3 } from './nfce-qr-code'
import { checkNote } from './issue/check'
import { noteXml } from './issue/note-xml'
import { noteSchema } from './issue/note-schema'
import { mdfeFunctions } from './mdfe/functions'
import { nfseFunctions } from './nfse/functions'
import { readNfe } from './read-nfe'

const part = v.optional(v.union([v.pipe(v.string(), v.maxLength(60)), v.number()]))
const text = v.pipe(v.string(), v.maxLength(1000))
const shortText = v.optional(text)

const qrFields = v.object({
  chNFe: v.string(),
  tpAmb: v.optional(v.pipe(part, v.transform(String)), '1'),
  CSRT: shortText,
  idCSC: v.optional(v.pipe(part, v.transform(String))),
  CSC: shortText,
  dhEmi: shortText,
  vNF: v.optional(v.pipe(amount, v.transform(String))),
  digVal: shortText,
  tp_idDest: v.optional(text, ''),
  cDest: v.optional(text, ''),
  signature: shortText,
})

/** The fields flat, or under `inputs` as a case keeps them. */
const qrCase = v.union([
  v.pipe(
    v.object({ inputs: qrFields }),
    v.transform(({ inputs }) => inputs),
  ),
  qrFields,
])

function runQrCode(fields: v.InferOutput<typeof qrFields>): object {
  const { chNFe, tpAmb, CSRT, idCSC, CSC, dhEmi, vNF, digVal, tp_idDest, cDest, signature } = fields
  if (CSRT !== undefined) return { expected: hashCsrt(CSRT, chNFe) }
  if ((dhEmi === undefined) !== (vNF === undefined)) {
    throw new CoreError('invalid_qr_code', 'Dados do QR-Code inválidos: a contingência pede dhEmi e vNF.')
  }
  const issue = dhEmi === undefined || vNF === undefined ? undefined : { dhEmi, vNF }
  if (CSC === undefined) {
    const { query, signedText } = qrCode3({
      chNFe,
      tpAmb,
      offline: issue && { ...issue, tp_idDest, cDest, ...(signature !== undefined && { signature }) },
    })
    return { ...(signedText !== undefined && { signedText }), ...(query !== undefined && { expectedQuery: query }) }
  }
  const offline = issue && { ...issue, digVal: digVal ?? '' }
  return { expectedQuery: qrCode2({ chNFe, tpAmb, idCSC: idCSC ?? '', CSC, offline }) }
}

export const fiscalFunctions = [
  coreFunction({
    name: 'fiscal.accessKey',
    summary: 'Lê uma chave de acesso de 44 caracteres e confere o dígito.',
    takes: '{key}',
    gives: '{valid, dv?, expectedDv?, parts?: {cUF, AAMM, CNPJ_CPF, mod, serie, nNF, tpEmis, cNF, cDV}}',
    input: v.object({ key: v.string() }),
    run: ({ key }) => readAccessKey(key),
  }),
  coreFunction({
    name: 'fiscal.readNfe',
    summary: 'Lê uma NF-e (ou procNFe) para a importação de compra.',
    takes: '{xml}',
    gives: '{chNFe, serie, nNF, dhEmi, emit, dest, itens: […], total, duplicatas, pagamentos, protocolo, warnings, …}',
    input: v.object({ xml: v.string() }),
    run: ({ xml }) => readNfe(xml),
  }),
  coreFunction({
    name: 'fiscal.itemCosts',
    summary: 'Custo de entrada de cada item de uma NF-e, com o rateio do que só o total traz.',
    takes: '{xml}',
    gives:
      '{itens: [{nItem, vProd, vFrete, vSeg, vOutro, vDesc, vIPI, vICMSST, vFCPST, vOutrosTributos, vTotal, vUnTrib}]}',
    input: v.object({ xml: v.string() }),
    run: ({ xml }) => ({ itens: itemCosts(readNfe(xml)) }),
  }),
  coreFunction({
    name: 'fiscal.nfe',
    summary:
      'Monta o XML de uma NF-e ou NFC-e (sem assinatura), com impostos, totais, chave e tudo o que impede a emissão.',
    takes:
      '{mod, serie, nNF, cNF, tpAmb, tpEmis, dhEmi, natOp, tpNF, finNFe, idDest, indFinal, indPres, emit, dest?, items: […], modFrete, payments: […], …}',
    gives: '{chNFe, leiaute, xml, totais, problemas: [{cStat?, nItem?, message, place?}]}',
    input: noteSchema,
    run: (note) => {
      const made = noteXml(note)
      const { chNFe, set, xml, totals } = made
      return { chNFe, leiaute: set, xml, totais: totals, problemas: checkNote(note, made) }
    },
  }),
  coreFunction({
    name: 'fiscal.danfe',
    summary: 'O que o DANFE de uma NF-e ou NFC-e mostra, cada valor como é escrito no papel.',
    takes: '{xml}',
    gives:
      '{key, number, serie, protocol, emission, emit, dest, dues, taxes, items: […], notes, fiscal, qrCode, consult, …}',
    input: v.object({ xml: v.string() }),
    run: ({ xml }) => danfeOf(xml),
  }),
  coreFunction({
    name: 'fiscal.cce',
    summary: 'O que o papel de uma carta de correção mostra.',
    takes: '{xml}',
    gives: '{key, number, serie, sequence, at, correction, condition, protocol, answer, registered, test}',
    input: v.object({ xml: v.string() }),
    run: ({ xml }) => cceOf(xml),
  }),
  coreFunction({
    name: 'fiscal.documentId',
    summary: 'Monta ou lê o Id de evento, inutilização ou DPS.',
    takes:
      '{root: evento|eventoMDFe|inutNFe|DPS, tpEvento, chave, nSeqEvento | cUF, ano, CNPJ, mod, serie, nNFIni, nNFFin | cMun, tpInsc, insc, serie, nDPS} | {root, documentId}',
    gives: '{expectedId, length} | {parts, length}',
    input: v.objectWithRest(
      { root: v.string(), documentId: v.optional(v.pipe(v.string(), v.maxLength(100))) },
      v.unknown(),
    ),
    run: ({ root, documentId: id, ...values }) => {
      if (id !== undefined) return { parts: readDocumentId(root, id), length: id.length }
      const built = documentId(root, v.parse(v.record(v.string(), v.fallback(part, undefined)), values))
      return { expectedId: built, length: built.length }
    },
  }),
  coreFunction({
    name: 'fiscal.nfceQrCode',
    summary: 'Monta o QR-Code da NFC-e (2 com CSC, 3 sem) ou o hashCSRT.',
    takes: '{chNFe, tpAmb, idCSC?, CSC?, dhEmi?, vNF?, digVal?, tp_idDest?, cDest?, signature?} | {CSRT, chNFe}',
    gives: '{expectedQuery} | {signedText, expectedQuery?} | {expected}',
    input: qrCase,
    run: runQrCode,
  }),
  ...mdfeFunctions,
  ...nfseFunctions,
  ...gnreFunctions,
]
