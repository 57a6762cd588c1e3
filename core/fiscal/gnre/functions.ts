import * as v from 'valibot'
import { amount, coreFunction } from '../../function'
import { anyXml, environment, list, texts } from '../shapes'
import { lotReceipt, lotResult } from './answers'
import { checkGuide } from './check'
import { guideSchema, identity, issuer, origin, receiver } from './guide'
import { guidesOfNote } from './guides-of-note'
import {
  gnreLotXml,
  GUIDE_LIMIT,
  guideQueryRequest,
  guideTotal,
  hasAmounts,
  lotResultRequest,
  stateRulesRequest,
} from './lot-xml'
import { stateRulesAnswer } from './rules'

const { text } = texts(300)
const one = v.exactOptional(text)
/** What states answered of their rules, as it came. */
const regras = v.optional(list(anyXml, 27), [])
const rulesIn = (answers: readonly string[]) => answers.flatMap((each) => stateRulesAnswer(each).rules)

const note = v.object({
  chNFe: text,
  nNF: text,
  UF: text,
  vICMSUFDest: v.optional(amount, 0),
  vFCPUFDest: v.optional(amount, 0),
  vST: v.optional(amount, 0),
  vFCPST: v.optional(amount, 0),
  dataVencimento: text,
  dataPagamento: text,
  emitente: issuer,
  destinatario: receiver,
})

/** Answers by the name of their root. */
const ANSWERS = { TRetLote_GNRE: lotReceipt, TResultLote_GNRE: lotResult, TConfigUf: stateRulesAnswer } as const

export const gnreFunctions = [
  coreFunction({
    name: 'fiscal.gnre',
    summary: 'Monta o lote de guias GNRE 2.00, com o valor de cada uma e tudo o que impede o envio.',
    takes:
      '{guias: [{ufFavorecida, tipoGnre, contribuinteEmitente?, itens: […], dataPagamento?, identificadorGuia?}], regras?: [xml do TConfigUf]}',
    gives: '{xml, valores: [valorGNRE | null], problemas: [[{message, place?}]]}',
    input: v.object({ guias: list(guideSchema, GUIDE_LIMIT), regras }),
    run: ({ guias, regras: answers }) => {
      const rules = rulesIn(answers)
      return {
        xml: gnreLotXml(guias).xml,
        valores: guias.map((guide) => (hasAmounts(guide) ? guideTotal(guide).toFixed(2) : null)),
        problemas: guias.map((guide) => checkGuide(guide, rules)),
      }
    },
  }),
  coreFunction({
    name: 'fiscal.gnreOfNote',
    summary: 'Guias GNRE que uma NF-e pede: uma por UF, receita e documento (DIFAL, ST e fundo de pobreza).',
    takes:
      '{chNFe, nNF, UF, vICMSUFDest?, vFCPUFDest?, vST?, vFCPST?, dataVencimento, dataPagamento, emitente, destinatario, regras?}',
    gives: '{guias: [{ufFavorecida, itens: […], …}]}',
    input: v.object({ ...note.entries, regras }),
    run: ({ regras: answers, ...rest }) => ({ guias: guidesOfNote(rest, rulesIn(answers)) }),
  }),
  coreFunction({
    name: 'fiscal.gnreRequest',
    summary: 'Monta a consulta de um lote pelo recibo, de guias, ou das regras de uma UF.',
    takes:
      '{ambiente, numeroRecibo?, pdf?, uf?, receita?, consultas?: [{uf, codBarras?, numControle?, documentoOrigem?, emitente?, idConsulta?}]}',
    gives: '{xml, faults}',
    input: v.object({
      ambiente: environment,
      numeroRecibo: one,
      pdf: v.optional(v.boolean(), false),
      uf: v.optional(text, ''),
      receita: one,
      consultas: v.optional(
        v.array(
          v.object({
            uf: text,
            idConsulta: one,
            codBarras: one,
            numControle: one,
            documentoOrigem: v.exactOptional(origin),
            emitente: v.exactOptional(identity),
          }),
        ),
      ),
    }),
    run: ({ consultas, numeroRecibo, pdf, ...rest }) => {
      if (consultas) return guideQueryRequest(consultas)
      return numeroRecibo === undefined
        ? stateRulesRequest(rest)
        : lotResultRequest({ ambiente: rest.ambiente, numeroRecibo, pdf })
    },
  }),
  coreFunction({
    name: 'fiscal.gnreAnswer',
    summary: 'Lê a resposta de um serviço da GNRE: recibo do lote, resultado com as guias, ou regras de uma UF.',
    takes: '{root: TRetLote_GNRE|TResultLote_GNRE|TConfigUf, xml}',
    gives: '{codigo, descricao, numero? | guides? | rules?, …}',
    input: v.object({ root: v.picklist(['TRetLote_GNRE', 'TResultLote_GNRE', 'TConfigUf']), xml: anyXml }),
    run: ({ root, xml }) => ANSWERS[root](xml),
  }),
]
