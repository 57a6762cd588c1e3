import * as v from 'valibot'
import { amount, coreFunction } from '../../function'
import { anyXml, environment, list, texts } from '../shapes'
import { nfseAmounts, nfseReform } from './amounts'
import { nfseAnswer } from './answers'
import { checkDps } from './check'
import { dpsSchema } from './dps'
import { dpsXml } from './dps-xml'
import { nfseEventXml } from './event'
import { incidenceTown, isBelowLeast, issRate } from './incidence'
import { readDps, readNfse } from './read-nfse'

const { text, one } = texts(300)
const xml = v.object({ xml: anyXml })
const rate = v.object({
  cMun: text,
  cTribNac: text,
  pAliq: v.pipe(amount, v.transform(String)),
  since: text,
})
const MOST_RATES = 50_000

const event = v.intersect([
  v.object({ tpAmb: environment, CNPJ_CPF: text, chNFSe: text, dhEvento: text }),
  v.variant('tpEvento', [
    v.object({ tpEvento: v.literal('101101'), cMotivo: v.picklist(['1', '2', '9']), xMotivo: text }),
    v.object({ tpEvento: v.literal('101103'), cMotivo: v.picklist(['1', '2', '9']), xMotivo: text }),
    v.object({
      tpEvento: v.literal('105102'),
      cMotivo: v.picklist(['01', '02', '03', '04', '05', '99']),
      xMotivo: v.exactOptional(text),
      chSubstituta: text,
    }),
  ]),
])

export const nfseFunctions = [
  coreFunction({
    name: 'fiscal.dps',
    summary: 'Monta o XML de uma DPS da NFS-e nacional (sem assinatura), com os valores e tudo o que impede a emissão.',
    takes:
      '{tpAmb, dhEmi, serie, nDPS, dCompet, tpEmit, cLocEmi, prest, toma?, serv, valores, IBSCBS?, aliquotaISS?, municipioAtivo?}',
    gives:
      '{idDps, leiaute, xml, valores: {vBC, vISSQN, vTotalRet, vLiq, …} | null onde o leiaute recusa, reforma, problemas: [{cStat?, message, place?}]}',
    input: v.object({ ...dpsSchema.entries, aliquotaISS: one, municipioAtivo: v.optional(v.boolean()) }),
    run: ({ aliquotaISS, municipioAtivo, ...dps }) => {
      const made = dpsXml(dps)
      const { idDps, set, faults } = made
      const problemas = checkDps(dps, municipioAtivo === undefined ? {} : { isTownActive: municipioAtivo }, made)
      const amounts = faults.length === 0 ? nfseAmounts(dps, aliquotaISS) : null
      const reforma = amounts && nfseReform(dps, amounts)
      return { idDps, leiaute: set, xml: made.xml, valores: amounts, reforma, problemas }
    },
  }),
  coreFunction({
    name: 'fiscal.issRate',
    summary: 'Município em que o ISS de um serviço é devido (LC 116/2003, art. 3º) e a alíquota dele no dia.',
    takes: '{cTribNac, cMunPrest, cLocPrestacao?, cMunToma?, dia, aliquotas: [{cMun, cTribNac, pAliq, since}]}',
    gives: '{cMun, pAliq, abaixoDoMinimo}',
    input: v.object({
      cTribNac: text,
      cMunPrest: text,
      cLocPrestacao: v.exactOptional(text),
      cMunToma: v.exactOptional(text),
      dia: text,
      aliquotas: list(rate, MOST_RATES),
    }),
    run: ({ dia, aliquotas, ...service }) => {
      const cMun = incidenceTown(service)
      const pAliq = cMun === undefined ? undefined : issRate(aliquotas, { cMun, cTribNac: service.cTribNac, day: dia })
      return { cMun, pAliq, abaixoDoMinimo: pAliq !== undefined && isBelowLeast(pAliq, service.cTribNac) }
    },
  }),
  coreFunction({
    name: 'fiscal.nfseEvent',
    summary: 'Monta o pedido de um evento de NFS-e (sem assinatura): cancelamento, análise fiscal ou substituição.',
    takes: '{tpEvento: 101101|101103|105102, tpAmb, CNPJ_CPF, chNFSe, dhEvento, cMotivo, xMotivo?, chSubstituta?}',
    gives: '{xml, faults}',
    input: event,
    run: nfseEventXml,
  }),
  coreFunction({
    name: 'fiscal.readNfse',
    summary: 'Lê uma NFS-e do padrão nacional, com a declaração que a originou.',
    takes: '{xml}',
    gives: '{chNFSe, nNFSe, cStat, emit, valores, IBSCBS, idDps, dps, warnings, …}',
    input: xml,
    run: (input) => readNfse(input.xml),
  }),
  coreFunction({
    name: 'fiscal.readDps',
    summary: 'Lê uma DPS da NFS-e nacional.',
    takes: '{xml}',
    gives: '{tpAmb, dhEmi, serie, nDPS, prest, toma, serv, valores, …}',
    input: xml,
    run: (input) => readDps(input.xml),
  }),
  coreFunction({
    name: 'fiscal.nfseAnswer',
    summary: 'Lê a resposta do sistema nacional da NFS-e: guardada, recusada com os erros, ou incerta.',
    takes: '{status, body}',
    gives: '{state: stored|refused|uncertain, …}',
    input: v.object({ status: v.pipe(v.number(), v.integer()), body: anyXml }),
    run: ({ status, body }) => nfseAnswer(status, body),
  }),
]
