import { pagamento } from './pagamento/pagamento'

export const configuracaoScreens = [pagamento]
