import type { IconName } from '../ui/icon'
import type { ScreenDefinition } from './registry'

/** The picture of each area, for screens without one of their own. */
export const AREA_ICONS: Readonly<Record<string, IconName>> = {
  Início: 'home',
  Comercial: 'tag',
  Compras: 'file',
  Estoque: 'box',
  Expedição: 'truck',
  Financeiro: 'money',
  Fiscal: 'file',
  Planejamento: 'calendar',
  Produção: 'factory',
  Serviço: 'gear',
  Cadastros: 'user',
  Relatórios: 'chart',
  Configuração: 'gear',
}

/** What a screen is called in menus. */
export function screenName(screen: ScreenDefinition): string {
  return screen.label ?? screen.title
}
