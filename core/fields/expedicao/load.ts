import { f } from '../field'

/** What a sale loads on a vehicle, and what of it nobody told. */
export const loadFields = {
  volumes: f.integer('Volumes', { min: 0, max: 99_999 }).default(1),
  peso: f.decimal('Peso (kg)', 3, { min: 0, max: 1_000_000 }).default(0),
  sem_peso: f
    .boolean('Peso incompleto', { doc: 'Uma mercadoria da venda não tem peso; informar o peso o desfaz' })
    .default(false),
  sem_volumes: f
    .boolean('Volumes não contados', { doc: 'A venda não diz quantos; informá-los o desfaz' })
    .default(false),
}
