import { contasPagar, contasReceber } from './contas'

export const financeiroScreens = [contasReceber, contasPagar]
