import { area } from '../area'
import { searchRoutes } from './busca'
import { queueRoutes } from './filas'
import { panelRoutes } from './painel'

export const painel = area({ name: 'painel', routes: [panelRoutes, queueRoutes, searchRoutes] })
