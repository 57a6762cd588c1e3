import { gnreFields, gnreRegraFields, gnreXmlFields } from '../../../core/fields/nfe/gnre'
import { gnreLife } from '../../../core/lifecycle/gnre'
import { effects } from '../../documents/steps'
import { type RecordOf, resource } from '../../platform/resource'
import { prepareGuides } from './draft'

/** Guides of taxes owed to other states (N3-068, S3-025, E3-110): made of notes, or by hand. */
export const gnre = resource({
  name: 'gnre',
  paths: ['nfe/gnre', 'gnre'],
  title: 'Guia GNRE',
  right: 'gnre',
  company: 'own',
  fields: gnreFields,
  life: gnreLife,
  search: ['xDest', 'nDocOrigem', 'nossoNumero'],
  display: ['ufFavorecida', 'receita', 'valorGNRE', 'status'],
  indexes: [
    ['empresa_id', 'status', 'id'],
    ['nfe_id', 'receita'],
    ['empresa_id', 'falha_guarda'],
  ],
  hooks: { prepare: prepareGuides },
})

export type Gnre = RecordOf<typeof gnre>

/** What was sent of guides and what was answered, to the byte. */
export const gnreXml = resource({
  name: 'gnre_xml',
  paths: ['nfe/gnre_xml'],
  title: 'XML da GNRE',
  right: 'gnre',
  readOnly: true,
  company: 'own',
  fields: gnreXmlFields,
  search: [],
  display: ['tipo'],
})

/** What states ask of guides: asked, and kept for a day. */
export const gnreRegra = resource({
  name: 'gnre_regra',
  paths: ['nfe/gnre_regra'],
  title: 'Regras da GNRE',
  right: 'gnre',
  readOnly: true,
  company: 'none',
  fields: gnreRegraFields,
  search: [],
  display: ['UF', 'dhConsulta'],
  unique: [['UF', 'tpAmb']],
})

const LIVING = `p.documento = 'gnre' and p.documento_id = g.id and p."dhCancelamento" is null`

effects(gnre, {
  geraContasReceberLote: {
    title: 'a conta a pagar da guia',
    date: 'dhConta',
    posts: [{ ledger: 'titulos', when: {}, sums: { valor: 'd."valorGNRE"' } }],
    proofs: {
      'gnre: uma guia tem no máximo uma conta a pagar viva, e do mesmo valor': `select count(*) from gnre g
        cross join lateral (select count(*) as n, sum(p."vDup") as valor from contas_pagar p where ${LIVING}) l
        where l.n > 1 or (l.n = 1 and l.valor <> g."valorGNRE") or (l.n = 1) <> (g."dhConta" is not null and g."dhCancelamento" is null)`,
    },
  },
})
