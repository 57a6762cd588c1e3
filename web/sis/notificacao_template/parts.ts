export { TemplateForm } from './form'
export { Templates } from './list'
