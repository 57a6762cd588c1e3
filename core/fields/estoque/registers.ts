import { f } from '../field'
import { address, empresaId, taxId } from '../kit'

/** Plain registers of the stock area. */

const described = { descricao: f.text('Descrição', { max: 80 }).required() }

export const unidadeFields = {
  un: f.text('Unidade', { format: 'upper', max: 6, normalize: (text) => ({ ok: text.toUpperCase() }) }).required(),
  descricao: f.text('Descrição', { max: 60 }),
  decimal: f.integer('Decimais da quantidade', { min: 0, max: 4 }).default(2),
}

export const fabricanteFields = { ...described, CNPJ_CPF: taxId('CNPJ'), site: f.text('Site', { max: 200 }) }

export const mercadoriaGrupoFields = { codigo: f.text('Código', { max: 20 }), ...described }

export const mercadoriaGrupoSubgrupoFields = {
  grupo_id: f.ref('Grupo', 'mercadoria_grupo').required(),
  codigo: f.text('Código', { max: 20 }),
  ...described,
}

export const mercadoriaFamiliaFields = described

export const armazemFields = {
  empresa_id: empresaId(),
  xNome: f.text('Nome', { max: 120 }).required(),
  xFant: f.text('Nome fantasia', { max: 120 }),
  ...address(),
  usa_separacao: f.boolean('Usa separação', { doc: 'O que sai daqui passa por uma ordem de separação' }).default(false),
  confere_segunda_pessoa: f
    .boolean('Outra pessoa confere', { doc: 'Quem não separou conta ou pesa antes de a separação terminar' })
    .default(false),
}

export const armazenamentoFields = {
  empresa_id: empresaId(),
  armazem_id: f.ref('Armazém', 'armazem'),
  codigo: f.text('Código', { format: 'code', max: 20 }).required(),
  xArmazenamento: f.text('Descrição', { max: 80 }).required(),
  nOrdem: f.integer('Ordem no caminho', { min: 0, max: 1_000_000, doc: 'De quem separa; vazio: pelo código' }),
  bloqueado: f.boolean('Bloqueado para movimentação').default(false),
  padrao: f.boolean('Local padrão da empresa').default(false),
}
