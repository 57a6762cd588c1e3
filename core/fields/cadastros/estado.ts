import { f } from '../field'

export const estadoFields = {
  ID: f.generated('Código IBGE', '"id"'),
  Sigla: f.text('Sigla', { max: 2 }).required(),
  Nome: f.text('Nome', { max: 40 }).required(),
}
