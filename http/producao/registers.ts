import { atividadeFields, centroTrabalhoFields, recursoFields } from '../../core/fields/producao/registers'
import { resource } from '../platform/resource'
import { withWeek } from '../sis/janela/janela-horario'

/** Plain registers of production. A work centre and a resource have the hours of their week. */

export const centroTrabalho = resource(
  withWeek({
    name: 'centro_trabalho',
    paths: ['producao/centro_trabalho', 'producao/centro_trabalhos'],
    title: 'Centro de trabalho',
    right: 'centro_trabalhos',
    open: true,
    company: 'none',
    fields: centroTrabalhoFields,
    search: ['descricao'],
    display: ['descricao'],
    unique: [['descricao']],
  }),
)

export const recurso = resource(
  withWeek({
    name: 'recurso',
    paths: ['producao/recurso', 'producao/recursos'],
    title: 'Recurso',
    right: 'recursos',
    open: true,
    company: 'none',
    fields: recursoFields,
    search: ['descricao', 'centro_trabalho_id.descricao'],
    display: ['descricao'],
    unique: [['descricao']],
  }),
)

export const atividade = resource({
  name: 'atividade',
  paths: ['producao/atividade'],
  title: 'Atividade',
  right: 'atividade',
  company: 'none',
  fields: atividadeFields,
  search: ['descricao'],
  display: ['descricao'],
  unique: [['descricao']],
})
