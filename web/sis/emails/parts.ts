export { EmailForm } from './form'
export { Emails } from './list'
export { EmailView } from './view'
