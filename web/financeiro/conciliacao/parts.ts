/** What the screens of this folder show comes as one part of the program: the first page names every part there is. */
export { Reconciliations } from './conciliacao'
export { ReconciliationForm } from './form'
export { CardRowForm } from './row-form'
export { CardRows } from './rows'
