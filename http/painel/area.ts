import { area } from '../area'
import { searchRoutes } from './busca'
import { panelRoutes } from './painel'

export const painel = area({ name: 'painel', routes: [panelRoutes, searchRoutes] })
