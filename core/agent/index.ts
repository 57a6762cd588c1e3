export * from './manifest'
export * from './messages'
