import { cliente } from './cliente/cliente'
import { empresa } from './empresa/empresa'
import { fornecedor } from './fornecedor/fornecedor'
import { role } from './role/role'
import { tipoEntradaSaida } from './tipo_entrada_saida/tipo-entrada-saida'
import { transportadora } from './transportadora/transportadora'
import { user } from './user/user'
import { vendedor } from './vendedor/vendedor'

export const cadastrosScreens = [cliente, fornecedor, transportadora, vendedor, empresa, tipoEntradaSaida, user, role]
