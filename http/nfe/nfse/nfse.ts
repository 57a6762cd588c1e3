import { sql } from 'drizzle-orm'
import {
  CITY_HALL,
  nfseComputed,
  nfseEventoFields,
  nfseFields,
  nfseMunicipioFields,
  nfseXmlFields,
} from '../../../core/fields/nfse/nfse'
import { nfseLife } from '../../../core/lifecycle/nfse'
import { effects } from '../../documents/steps'
import { rowsOf } from '../../platform/context'
import { type RecordOf, resource } from '../../platform/resource'

/** What notes `n` live: signed, not over, and in nobody's place any more. */
export const LIVES = sql`n."dhAssinatura" is not null and n."dhCancelamento" is null and n."dhAbandono" is null and n."dhSubstituicao" is null`

/** Cancelled here, of the city where it has to be cancelled at the city hall too, and nobody said yet that it was. */
const PENDING = sql`(t."dhCancelamento" is not null and t."dhPrefeitura" is null and t."CodigoMunicipio" = ${String(CITY_HALL)})`

/** In force beside the one that took its place, which is in force too: the event of its substitution was refused, or has no answer yet. */
const DOUBLED = sql`(t."dhSubstituicao" is null and exists (select 1 from nfse s
  where s.id = t.substituta_id and s."dhAutorizacao" is not null and s."dhCancelamento" is null))`

/** Cancelled, and its order invoiced still as it was then: what kept that from being taken back is for somebody to mend. */
const INVOICED = sql`(t."dhCancelamento" is not null
  and exists (select 1 from ordem_servico o where o.id = t.ordem_servico_id and o."dhCancelamento" is null and o."dhFaturamento" <= t."dhCancelamento")
  and not exists (select 1 from nfse n where n.ordem_servico_id = t.ordem_servico_id and ${LIVES}))`

/** In force, and what its taker keeps back is not taken off the receivables of its order: these were paid whole, or the month was closed. */
const UNRETAINED = sql`(t."dhAutorizacao" is not null and t."dhCancelamento" is null and t."dhSubstituicao" is null and t."dhRetencao" is null
  and jsonb_array_length(coalesce(t.retencoes, '[]'::jsonb)) > 0 and not ${DOUBLED})`

/** In force here, and cancelled by its city: somebody has to say what becomes of its order. */
const BY_OFFICE = sql`(t."dhOficio" is not null and t."dhCancelamento" is null and t."dhSubstituicao" is null)`

/** Notes of services that the company issues by the national system (N3-035, E3-134). A draft is of a service order; what it says is read from there until it is signed. */
export const nfse = resource({
  name: 'nfse',
  paths: ['nfse/nfse', 'nfse'],
  title: 'NFS-e',
  right: 'nfse',
  company: 'own',
  fields: nfseFields,
  life: nfseLife,
  facts: async (ctx, { id }) => {
    const [row] = await rowsOf(
      ctx,
      sql`select ${PENDING} as pendente, ${DOUBLED} as dobro, ${UNRETAINED} as retencao from nfse t where t.id = ${id}`,
    )
    return {
      pendente_prefeitura: row?.pendente === true,
      em_dobro: row?.dobro === true,
      retencao_pendente: row?.retencao === true,
    }
  },
  search: ['xTomador', 'chNFSe', 'nNFSe'],
  display: ['nNFSe', 'nDPS', 'vServ', 'status'],
  unique: [['chNFSe'], ['idDps']],
  indexes: [
    ['empresa_id', 'status', 'id'],
    ['empresa_id', 'dhEmi'],
    ['empresa_id', 'falha_guarda'],
  ],
  computed: { pendente_prefeitura: { meta: nfseComputed.pendente_prefeitura.meta, sql: () => PENDING } },
  custom: {
    pendentes_prefeitura: () => PENDING,
    em_dobro: () => DOUBLED,
    de_oficio: () => BY_OFFICE,
    retencao_pendente: () => UNRETAINED,
    ordem_faturada: () => INVOICED,
  },
})

effects(nfse, {
  abateRetencoes: {
    title: 'o abatimento das retenções',
    date: 'dhRetencao',
    posts: [{ ledger: 'titulos', when: {}, sums: { valor: '-d."vTotalRet"' } }],
    proofs: {
      'retenções de uma conta a receber = soma do livro': `select count(*) from
        (select contas_receber_id as id, -sum(valor) as s from movimento_financeiro where evento = 'retencao' group by 1) l
        full join (select conta_receber_id as id, sum(valor) as s from contas_receber_retencao where "dhCancelamento" is null group by 1) k on k.id = l.id
        where coalesce(l.s, 0) <> coalesce(k.s, 0)`,
    },
  },
  geraContaISS: {
    title: 'a conta a pagar do ISS',
    date: 'dhConta',
    posts: [{ ledger: 'titulos', when: {}, sums: { valor: 'd."vISSQN"' } }],
  },
})

export type Nfse = RecordOf<typeof nfse>

/** What was signed and what came of it, to the byte. */
export const nfseXml = resource({
  name: 'nfse_xml',
  paths: ['nfse/nfse_xml'],
  title: 'XML da NFS-e',
  right: 'nfse',
  readOnly: true,
  company: 'own',
  fields: nfseXmlFields,
  search: [],
  display: ['tipo', 'chNFSe'],
  indexes: [['idDps']],
})

/** Cancellations and substitutions of notes of services. */
export const nfseEvento = resource({
  name: 'nfse_evento',
  paths: ['nfse/nfse_evento'],
  title: 'Evento da NFS-e',
  right: 'nfse',
  readOnly: true,
  company: 'own',
  fields: nfseEventoFields,
  search: [],
  display: ['tpEvento', 'situacao'],
})

/** ISS of cities by service, and their terms, as data with a day from which they hold. */
export const nfseMunicipio = resource({
  name: 'nfse_municipio',
  paths: ['nfse/municipio'],
  title: 'ISS do município',
  right: 'nfse',
  company: 'none',
  fields: nfseMunicipioFields,
  search: ['cTribNac'],
  display: ['cMun', 'cTribNac', 'pAliq'],
  unique: [['cMun', 'cTribNac', 'dInicio']],
})
