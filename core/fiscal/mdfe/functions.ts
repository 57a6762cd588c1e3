import * as v from 'valibot'
import { amount, coreFunction } from '../../function'
import { anyXml, environment, list, texts } from '../shapes'
import {
  manifestAnswer,
  manifestEventAnswer,
  manifestQueryAnswer,
  manifestStatusAnswer,
  openManifestsAnswer,
} from './answers'
import { checkManifest } from './check'
import { manifestEventXml } from './event'
import { manifestSchema } from './manifest'
import { cargoTotal, manifestXml } from './manifest-xml'
import { readManifest } from './read-manifest'
import { manifestQueryRequest, manifestStatusRequest, openManifestsRequest } from './requests'
import { shortestWay } from './way'

const { text, one } = texts(300)
const xml = v.object({ xml: anyXml })

const event = v.intersect([
  v.object({
    tpAmb: environment,
    CNPJ_CPF: text,
    chMDFe: text,
    dhEvento: text,
    nSeqEvento: v.pipe(v.number(), v.integer(), v.minValue(1)),
  }),
  v.variant('tpEvento', [
    v.object({ tpEvento: v.literal('110111'), nProt: text, xJust: text }),
    v.object({ tpEvento: v.literal('110112'), nProt: text, dtEnc: text, cUF: text, cMun: text }),
    v.object({ tpEvento: v.literal('110114'), xNome: text, CPF: text }),
    v.object({
      tpEvento: v.literal('110115'),
      nProt: text,
      cMunCarrega: text,
      xMunCarrega: text,
      infDoc: list(v.object({ cMunDescarga: text, xMunDescarga: text, chNFe: text }), 1_000),
    }),
  ]),
])

/** Answers by the name of their root. */
const ANSWERS = {
  retMDFe: manifestAnswer,
  retEventoMDFe: manifestEventAnswer,
  retConsSitMDFe: manifestQueryAnswer,
  retConsMDFeNaoEnc: openManifestsAnswer,
  retConsStatServMDFe: manifestStatusAnswer,
} as const

export const mdfeFunctions = [
  coreFunction({
    name: 'fiscal.mdfe',
    summary: 'Monta o XML de um MDF-e rodoviário (sem assinatura), com chave, QR-Code e tudo o que impede a emissão.',
    takes:
      '{ide, emit, rodo, infDoc, tot, seg?, prodPred?, lacres?, autXML?, infAdic?, infRespTec?, assinaturaDaChave?}',
    gives: '{chMDFe, xml, problemas: [{cStat?, message, place?}]}',
    input: v.object({ ...manifestSchema.entries, assinaturaDaChave: v.optional(v.pipe(v.string(), v.maxLength(800))) }),
    run: ({ assinaturaDaChave, ...manifest }) => {
      const made = manifestXml(manifest, assinaturaDaChave)
      return { chMDFe: made.chMDFe, xml: made.xml, problemas: checkManifest(manifest, made) }
    },
  }),
  coreFunction({
    name: 'fiscal.mdfeTotal',
    summary: 'Totais da carga de um MDF-e: o valor das notas e o peso delas na unidade pedida (01 kg, 02 t).',
    takes: '{notas: [{vNF, pesoB}], cUnid}',
    gives: '{vCarga, cUnid, qCarga}',
    input: v.object({
      notas: list(v.object({ vNF: amount, pesoB: amount }), 20_000),
      cUnid: v.picklist(['01', '02']),
    }),
    run: ({ notas, cUnid }) => cargoTotal(notas, cUnid),
  }),
  coreFunction({
    name: 'fiscal.mdfeWay',
    summary: 'UFs entre a de carregamento e a de descarregamento, pelo menor número de divisas.',
    takes: '{UFIni, UFFim}',
    gives: '{percurso: [UF]}',
    input: v.object({ UFIni: text, UFFim: text }),
    run: ({ UFIni, UFFim }) => ({ percurso: shortestWay(UFIni, UFFim) }),
  }),
  coreFunction({
    name: 'fiscal.readMdfe',
    summary: 'Lê um MDF-e rodoviário, sozinho ou com o protocolo (mdfeProc).',
    takes: '{xml}',
    gives: '{chMDFe, manifest, qrCode, digest, protocol, state, warnings}',
    input: xml,
    run: (input) => readManifest(input.xml),
  }),
  coreFunction({
    name: 'fiscal.mdfeEvent',
    summary: 'Monta um evento de MDF-e (sem assinatura): cancelamento, encerramento, inclusão de condutor ou de DF-e.',
    takes: '{tpEvento: 110111|110112|110114|110115, tpAmb, CNPJ_CPF, chMDFe, dhEvento, nSeqEvento, …}',
    gives: '{xml, faults}',
    input: event,
    run: manifestEventXml,
  }),
  coreFunction({
    name: 'fiscal.mdfeRequest',
    summary: 'Monta a consulta de um MDF-e pela chave, dos não encerrados de um CNPJ ou CPF, ou do serviço.',
    takes: '{tpAmb, chMDFe?, CNPJ_CPF?}',
    gives: '{xml}',
    input: v.object({ tpAmb: environment, chMDFe: one, CNPJ_CPF: one }),
    run: ({ chMDFe, CNPJ_CPF, ...at }) => {
      if (chMDFe !== undefined) return { xml: manifestQueryRequest({ ...at, chMDFe }) }
      return { xml: CNPJ_CPF === undefined ? manifestStatusRequest(at) : openManifestsRequest({ ...at, CNPJ_CPF }) }
    },
  }),
  coreFunction({
    name: 'fiscal.mdfeAnswer',
    summary: 'Lê a resposta de um serviço do MDF-e.',
    takes: '{root: retMDFe|retEventoMDFe|retConsSitMDFe|retConsMDFeNaoEnc|retConsStatServMDFe, xml}',
    gives: '{cStat, xMotivo, …}',
    input: v.object({
      ...xml.entries,
      root: v.picklist(['retMDFe', 'retEventoMDFe', 'retConsSitMDFe', 'retConsMDFeNaoEnc', 'retConsStatServMDFe']),
    }),
    run: (input) => ANSWERS[input.root](input.xml),
  }),
]
