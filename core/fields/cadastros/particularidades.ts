import { f } from '../field'

export const veiculoParticularidadeFields = {
  descricao: f.text('Descrição', { max: 80 }).required(),
  ativo: f.boolean('Ativa').default(true),
}

export const particularidadeDoVeiculoFields = {
  veiculo_id: f.ref('Veículo', 'veiculo').required(),
  particularidade_id: f.ref('Particularidade', 'veiculo_particularidade').required(),
  descricao: f.text('Detalhe', { max: 120 }),
}

export const particularidadeDoClienteFields = {
  cliente_id: f.ref('Cliente', 'cliente').required(),
  particularidade_id: f.ref('Particularidade', 'veiculo_particularidade').required(),
}
