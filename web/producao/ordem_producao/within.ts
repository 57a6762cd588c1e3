/** What opens over an order: it comes at once, whichever is asked for first. */
export { Finishing } from './finish'
export { GoodsOfOrder } from './goods'
export { ShopFloor } from './shop'
