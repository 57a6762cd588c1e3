import { f } from '../field'
import { uf } from '../kit'

export const municipioFields = { xMun: f.text('Nome', { max: 80 }).required(), UF: uf().required() }
