/** What the screens of this folder show comes as one part of the program: the first page names every part there is. */
export { RemittanceForm } from './form'
export { Remittances } from './list'
export { ReturnForm } from './return-form'
export { PaymentReturns } from './returns'
