import { itensConfiguracao } from './itens/itens'
import { pagamento } from './pagamento/pagamento'

export const configuracaoScreens = [pagamento, itensConfiguracao]
