export { CampoForm } from './form'
export { Campos } from './page'
export { Registers } from './registers'
export { ValuesForm } from './values-form'
