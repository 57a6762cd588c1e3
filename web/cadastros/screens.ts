import { cliente } from './cliente/cliente'
import { clienteCategoria } from './cliente_categoria/cliente-categoria'
import { colaborador } from './colaborador/colaborador'
import { empresa } from './empresa/empresa'
import { fornecedor } from './fornecedor/fornecedor'
import { importacao } from './importacao/importacao'
import { lgpd } from './lgpd/lgpd'
import { motivoDevolucao } from './motivo_devolucao/motivo-devolucao'
import { motorista } from './motorista/motorista'
import { role } from './role/role'
import { solicitacaoConta } from './solicitacao_conta/solicitacao-conta'
import { cclasstrib, cest, cfop, cst, estado, municipio, ncm } from './tabelas/tabelas'
import { tipoEntradaSaida } from './tipo_entrada_saida/tipo-entrada-saida'
import { transportadora } from './transportadora/transportadora'
import { user } from './user/user'
import { veiculoParticularidade } from './veiculo_particularidade/veiculo-particularidade'
import { vendedor } from './vendedor/vendedor'
import { webhookEntrega } from './webhook_entrega/webhook-entrega'

export const cadastrosScreens = [
  cliente,
  clienteCategoria,
  fornecedor,
  transportadora,
  veiculoParticularidade,
  motorista,
  vendedor,
  colaborador,
  empresa,
  webhookEntrega,
  tipoEntradaSaida,
  motivoDevolucao,
  user,
  role,
  solicitacaoConta,
  importacao,
  lgpd,
  municipio,
  estado,
  ncm,
  cfop,
  cest,
  cst,
  cclasstrib,
]
