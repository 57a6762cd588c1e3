import { tributacaoFields, tributacaoMvaFields } from '../../../core/fields/nfe/tributacao'
import { isSimples } from '../../../core/tax/codes'
import { taxCodeDigits } from '../../../core/tax/icms'
import { type Draft, refuseRows, resource } from '../../platform/resource'

/** Tax rules as data with a validity: the most specific one valid on the date is taken (core/tax). Empty limits take every case. */
export const tributacao = resource({
  name: 'tributacao',
  paths: ['nfe/tributacao', 'tributacao'],
  title: 'Regra de tributação',
  right: 'tributacao',
  company: 'none',
  fields: tributacaoFields,
  search: ['descricao', 'NCM'],
  display: ['descricao'],
  indexes: [['NCM']],
  hooks: { prepare: (_, drafts) => refuseRows(drafts, faultsOf) },
})

/** Rates of a rule by the state that goods go to; where it has none for a state, its own hold. */
export const tributacaoMva = resource({
  name: 'tributacao_mva',
  paths: ['nfe/tributacao_mva'],
  title: 'MVA por estado',
  right: 'tributacao',
  company: 'none',
  fields: tributacaoMvaFields,
  search: [],
  display: ['UFDest'],
  unique: [['tributacao_id', 'UFDest']],
  parent: { resource: 'tributacao', field: 'tributacao_id', list: 'mva_list' },
})

/** What of a rule contradicts itself. */
function faultsOf({ before, values }: Draft): Record<string, string> | undefined {
  const { dInicio, dFim, CRT, taxCode } = { ...before, ...values }
  if (typeof dInicio === 'string' && typeof dFim === 'string' && dFim < dInicio)
    return { dFim: 'A validade termina antes de começar.' }
  if (typeof CRT !== 'number' || typeof taxCode !== 'string') return undefined
  const isCsosn = taxCodeDigits(taxCode).length === 3
  if (isCsosn === isSimples(CRT)) return undefined
  return {
    taxCode: isCsosn
      ? 'Este é um CSOSN, do Simples Nacional: para este regime informe um CST.'
      : 'Este é um CST: para o Simples Nacional e o MEI informe um CSOSN.',
  }
}
