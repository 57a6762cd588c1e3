import {
  particularidadeDoClienteFields,
  particularidadeDoVeiculoFields,
  veiculoParticularidadeFields,
} from '../../core/fields/cadastros/particularidades'
import { resource } from '../platform/resource'

/** What sets vehicles apart: refrigerated, tail lift, tracker. */
export const veiculoParticularidade = resource({
  name: 'veiculo_particularidade',
  paths: ['cadastros/veiculo_particularidade'],
  title: 'Particularidade de veículo',
  right: 'transportadora',
  open: true,
  company: 'none',
  fields: veiculoParticularidadeFields,
  search: ['descricao'],
  display: ['descricao'],
})

/** The particularities that one vehicle has. */
export const particularidadeDoVeiculo = resource({
  name: 'particularidade_do_veiculo',
  paths: ['transportadora_veiculo_particularidade'],
  title: 'Particularidade do veículo',
  right: 'transportadora',
  company: 'none',
  fields: particularidadeDoVeiculoFields,
  search: ['descricao'],
  display: ['descricao'],
  unique: [['veiculo_id', 'particularidade_id']],
  parent: { resource: 'veiculo', field: 'veiculo_id', list: 'particularidades' },
})

/** What a customer asks of the vehicle that brings its goods: only one that has it all stops there. */
export const particularidadeDoCliente = resource({
  name: 'particularidade_do_cliente',
  paths: ['cadastros/cliente_particularidade'],
  title: 'Particularidade que o cliente pede',
  right: 'cliente',
  company: 'none',
  fields: particularidadeDoClienteFields,
  search: [],
  display: ['particularidade_id'],
  unique: [['cliente_id', 'particularidade_id']],
  parent: { resource: 'cliente', field: 'cliente_id', list: 'particularidades' },
})
