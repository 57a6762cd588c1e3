import { f } from '../platform/fields'
import { ncm, uf } from '../platform/kit'
import { resource } from '../platform/resource'

/** Tax rules as data with a validity: the most specific one valid on the date is taken (core/tax). Empty limits take every case. */
export const tributacao = resource({
  name: 'tributacao',
  paths: ['nfe/tributacao', 'tributacao'],
  title: 'Regra de tributação',
  right: 'tributacao',
  company: 'none',
  fields: {
    descricao: f.text('Descrição', { max: 80 }).required(),
    tipo_entrada_saida_id: f.ref('Tipo de operação', 'tipo_entrada_saida'),
    UFOrig: uf(),
    UFDest: uf(),
    NCM: ncm(),
    CEST: f.text('CEST', { max: 7 }),
    CRT: f.integer('Regime do emitente', { options: [1, 2, 3, 4] }),
    dInicio: f.date('Válida desde'),
    dFim: f.date('Válida até'),
    taxCode: f.text('CST / CSOSN', { max: 4 }),
    pICMS: f.decimal('ICMS (%)', 4, { min: 0, max: 100 }),
    pRedBC: f.decimal('Redução da base (%)', 4, { min: 0, max: 100 }),
    pMVAST: f.decimal('MVA (%)', 4, { min: 0 }),
    pICMSST: f.decimal('ICMS-ST (%)', 4, { min: 0, max: 100 }),
    pRedBCST: f.decimal('Redução da base ST (%)', 4, { min: 0, max: 100 }),
    pFCPST: f.decimal('FCP-ST (%)', 4, { min: 0, max: 100 }),
    pIPI: f.decimal('IPI (%)', 4, { min: 0, max: 1000 }),
    pPIS: f.decimal('PIS (%)', 4, { min: 0, max: 100 }),
    pCOFINS: f.decimal('COFINS (%)', 4, { min: 0, max: 100 }),
  },
  search: ['descricao', 'NCM'],
  display: ['descricao'],
})
