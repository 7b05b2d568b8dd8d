export const recipesTexts = {
  recipes: {
    title: 'Recipes',
    intro: '',
  },
} as const;
