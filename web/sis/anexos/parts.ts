export { AnexoForm } from './form'
export { Anexos } from './list'
