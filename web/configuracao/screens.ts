import { chaveApi, eventoSeguranca } from './chave_api/chave-api'
import { itensConfiguracao } from './itens/itens'
import { pagamento } from './pagamento/pagamento'
import { seguranca } from './seguranca/seguranca'

export const configuracaoScreens = [pagamento, itensConfiguracao, seguranca, chaveApi, eventoSeguranca]
